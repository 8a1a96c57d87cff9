/// The private tables and the columns that are written, in the order in which ``Writer`` adds their values.
enum Table: Int, CaseIterable {
    case run, capture, clock, flow, exchange, sighting, call, blind, diagnostic, ledger
    case document, documentLink, ad, tracker, resource, adPlay, obligation, beacon, parameter, firing, firingCandidate
    case macro, playback, session, ping, omidEvent, argument, callStep
    case fact, setting, ground, rule, finding, evidence, verdict, ruleSummary, family, certificate

    var name: String {
        switch self {
        case .documentLink: "document_link_row"
        case .adPlay: "ad_play_row"
        case .callStep: "call_step_row"
        case .firingCandidate: "firing_candidate_row"
        case .omidEvent: "omid_event_row"
        case .ruleSummary: "rule_summary_row"
        default: "\(self)_row"
        }
    }

    var columns: String {
        switch self {
        case .run: "id, name, tool_version"
        case .capture: "id, run, path, format, sha256, bytes, source, first_us, last_us, end_known, frames, side"
        case .clock: "capture, offset_us, uncertainty_us, method, samples"
        case .flow:
            """
            id, run, capture, number, transport, client, server, protocol, server_name, alpn, first_us, last_us, \
            client_bytes, server_bytes, undecrypted
            """
        case .exchange:
            """
            id, run, at_us, method, scheme, authority, host, target, status, ending, response_us, end_us, protocol, flow, \
            stream, client, server, request_bytes, response_bytes, request_body_state, response_body_state, \
            request_headers, response_headers, request_body, response_body, notes
            """
        case .sighting: "exchange, capture, locator_kind, locator, at_source_us"
        case .call: "id, run, capture, at_us, mono_us, kind, source, name, instance, payload, locator_kind, locator"
        case .blind: "id, run, capture, from_us, to_us, host, server, many_hosts, hides, diagnostic, reason"
        case .diagnostic:
            "id, run, capture, stage, code, severity, locator_kind, locator, at_us, subject, detail, units"
        case .ledger: "capture, stage, unit, input, output, diagnosed"
        case .document: "id, run, exchange, kind, version, state, at_us, ready_us, ads, label, detail, offer"
        case .documentLink: "run, parent, child, via"
        case .ad:
            """
            id, run, document, kind, position, sequence, ad_id, title, label, creative, duration_us, skip_offset_us, \
            serving_id, universal_ad_id, expires_us, parent, skip_offset
            """
        case .tracker: "id, run, document, ad, family, event, url, host, element, offset_us, line, verification"
        case .resource: "id, run, document, ad, kind, url, host, type, parameters, verification"
        case .adPlay:
            """
            id, run, ad, document, family, nth, label, title, creative, duration_us, from_us, impression_us, start_us, \
            end_us, end_reason, licence
            """
        case .obligation: "run, ad_play, tracker, family, event, document, level, twin, offset_us"
        case .beacon: "id, run, exchange, call, family, kind, event, at_us, host, session"
        case .parameter: "run, beacon, name, subkey, ordinal, raw, value, encoded_twice"
        case .firing:
            """
            id, run, beacon, exchange, call, tracker, ad_play, family, event, at_us, played_us, stalled_us, repeat, prior, \
            gap_us, answered, delivered, ambiguous, direct
            """
        case .firingCandidate: "run, firing, tracker, ad_play, score"
        case .macro: "run, firing, name, known, state, value"
        case .playback: "run, ad_play, from_us, to_us, state, source"
        case .session: "id, run, kind, family, identifier, label, from_us, to_us, parent"
        case .ping:
            "beacon, run, session, kind, stream, asset, created_us, sent_us, segment_us, viewed_us, repeat, late"
        case .argument: "run, call, name, type, value"
        case .callStep:
            """
            call, run, session, api, at_us, clock_us, since_us, before, after, broken_edge, edge_severity, asset, type, \
            stream, position, prior, gap_us, moved, loading, excuse, partial
            """
        case .omidEvent:
            "beacon, run, session, event, stamped_us, at_us, nth, place, in_view, playing, viewable_us, late"
        case .fact: "run, key, value, source"
        case .setting: "run, key, value, unit, source"
        case .ground: "run, kind, name, value, sha256, origin, place"
        case .rule: "run, id, family, severity, title, fix, why, sources"
        case .finding:
            """
            id, run, rule, severity, family, subject_kind, subject, subject_label, item, message, expected, observed, \
            at_us, fingerprint, assumed, waived, waived_by, waived_until
            """
        case .evidence: "finding, ordinal, role, source, source_id, exchange, call, tracker, at_us"
        case .verdict: "run, rule, subject_kind, subject, subject_label, verdict, reason, needs"
        case .ruleSummary: "run, rule, pass, fail, inconclusive, not_applicable"
        case .family: "run, family, verdict"
        case .certificate: "run, profile, dated, verdict, reasons"
        }
    }

    /// A fact or setting given again replaces the earlier one; everything else is written once.
    var insertSQL: String {
        let verb = self == .fact || self == .setting ? "INSERT OR REPLACE" : "INSERT"
        let further = columns.utf8.count { $0 == UInt8(ascii: ",") }
        return "\(verb) INTO \(name) (\(columns)) VALUES (?\(String(repeating: ",?", count: further)))"
    }
}
