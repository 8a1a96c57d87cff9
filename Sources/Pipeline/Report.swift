import Reporting
import Model
import Store

/// The last of the five verbs: a run's rows as a document for people or machines.
package enum Report {
    /// Renders one run in one format.
    ///
    /// - Parameter format: a name from ``ReportFormat/all``.
    package static func render(
        run: ID<RunRecord>, in database: Database, as format: String, options: ReportOptions
    ) throws(PipelineFailure) -> [UInt8] {
        guard let format = ReportFormat.named(format) else {
            let names = ReportFormat.all.map(\.name).joined(separator: ", ")
            throw .usage("unknown report format '\(format)' (known: \(names))")
        }
        let model = try model(
            of: Certify.Outcome(database: database, run: run), detail: format.detail.union(.identifiers))
        return format.render(model, options: options)
    }

    /// What all formats say of a run, with identifiers as captured.
    package static func model(
        of outcome: Certify.Outcome, detail: ReportDetail
    ) throws(PipelineFailure) -> ReportModel {
        try PipelineFailure.storing { () throws(StoreFailure) in
            try ReportModel(reading: outcome.database, run: outcome.run, limits: ReportLimits(detail))
        }
    }
}
