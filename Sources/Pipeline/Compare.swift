import Reporting
import Store

/// Two runs held against each other.
package enum Compare {
    /// - Parameters:
    ///   - names: what the two are called in the result.
    ///   - toleranceUs: times that differ less are the same, in microseconds.
    package static func compare(
        _ left: Certify.Outcome, _ right: Certify.Outcome, names: (String, String),
        toleranceUs: Int64 = Comparison.defaultToleranceUs, redaction: Redaction = .bare
    ) throws(PipelineFailure) -> Comparison {
        try PipelineFailure.storing { () throws(StoreFailure) in
            Comparison(
                try ComparedRun(reading: left.database, run: left.run, name: names.0),
                try ComparedRun(reading: right.database, run: right.run, name: names.1), toleranceUs: toleranceUs,
                redaction: redaction)
        }
    }
}
