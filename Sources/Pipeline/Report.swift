import Reporting
import Model
import Store

/// The fourth of the four verbs: a run's rows as a document for people or machines.
public enum Report {
    /// Renders one run in one format.
    ///
    /// - Parameter format: a name from ``ReportFormat/all``.
    public static func render(
        run: ID<RunRecord>, in database: Database, as format: String, options: ReportOptions
    ) throws(PipelineFailure) -> [UInt8] {
        guard let format = ReportFormat.named(format) else {
            let names = ReportFormat.all.map(\.name).joined(separator: ", ")
            throw .usage("unknown report format '\(format)' (known: \(names))")
        }
        let model = try PipelineFailure.storing { () throws(StoreFailure) in
            try ReportModel(reading: database, run: run)
        }
        return format.render(model, options: options)
    }
}
