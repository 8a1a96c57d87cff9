import Model

/// What a report says about its inputs.
extension ReportModel {
    /// An ad break with its ads, or a document with those it declares.
    package struct AdBreak: Sendable, Hashable {
        package var label: String
        package var fromUs: Int64
        package var toUs: Int64
        package var adPlays: Int
    }

    /// Something that happened, for the timeline.
    package struct Moment: Sendable, Hashable {
        package var atUs: Int64
        /// The method, or the name of the call.
        package var what: String
        /// The host, or the source of the call.
        package var whom: String
        package var outcome: String
        package var exchange: Int?
        package var call: Int?
        /// Answered with video or audio.
        package var isMedia = false
    }

    /// Diagnostics with one code and one subject.
    package struct DiagnosticGroup: Sendable, Hashable {
        package var code: String
        package var severity: Severity
        package var stage: String
        package var subject: String?
        package var count: Int
        /// Of the first one.
        package var detail: String
        package var capture: Int?
        package var locator: Place?
    }

    /// A stretch in which traffic may have happened without being seen.
    package struct BlindStretch: Sendable, Hashable {
        /// `nil` when all captures of the run are blind.
        package var capture: Int?
        package var fromUs: Int64?
        package var toUs: Int64?
        package var host: String?
        package var server: String?
        package var hides: String
        package var reason: String
        package var code: String?
    }

    /// What a person declares, or the capture shows.
    package struct Fact: Sendable, Hashable {
        package var key: String
        package var value: String
        package var source: String
    }

    /// A tolerance or option with where its value came from.
    package struct Setting: Sendable, Hashable {
        package var key: String
        package var value: String
        package var unit: String
        package var source: String
    }

    /// What went into a stage and what came out.
    package struct LedgerLine: Sendable, Hashable {
        package var capture: Int
        package var stage: String
        package var unit: String
        package var input: Int
        package var output: Int
        package var diagnosed: Int
    }

    /// How often values of one kind were replaced, and how many different ones.
    package struct Replacement: Sendable, Hashable {
        package var kind: IdentifierKind
        package var occurrences: Int
        package var values: Int
    }
}
