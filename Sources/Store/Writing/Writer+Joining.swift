import Model

/// Bringing the captures of a run together, before interpretation.
extension Writer {
    /// Moves everything a capture says onto the run's clock, and notes how its offset was found.
    ///
    /// - Parameter offset: added to all times of the capture but those of its sightings; they had none added so far.
    public mutating func align(capture: ID<CaptureRecord>, with clock: ClockRecord) throws(StoreFailure) {
        let arguments: [String: SQLValue] = [
            "capture": SQLValue(capture), "offset": .integer(clock.offsetUs),
            "uncertainty": .integer(clock.uncertaintyUs), "method": .text(clock.method.rawValue),
            "samples": SQLValue(clock.samples),
        ]
        let exchanges = ["at_us", "response_us", "end_us"].map(Writer.moved).joined(separator: ", ")
        let span = ["first_us", "last_us"].map(Writer.moved).joined(separator: ", ")
        let blind = ["from_us", "to_us"].map(Writer.moved).joined(separator: ", ")
        for sql in [
            """
            UPDATE exchange_row SET \(exchanges)
            WHERE id IN (SELECT exchange FROM sighting_row WHERE capture = :capture)
            """,
            "UPDATE capture_row SET \(span) WHERE id = :capture",
            "UPDATE flow_row SET \(span) WHERE capture = :capture",
            "UPDATE call_row SET \(Writer.moved("at_us")) WHERE capture = :capture",
            "UPDATE blind_row SET \(blind) WHERE capture = :capture",
            "UPDATE diagnostic_row SET \(Writer.moved("at_us")) WHERE capture = :capture",
            """
            UPDATE clock_row SET offset_us = :offset, uncertainty_us = :uncertainty, method = :method,
              samples = :samples WHERE capture = :capture
            """,
        ] {
            try change(sql, arguments)
        }
    }

    /// Captured times may be absurd: those that would overflow stay.
    private static func moved(_ column: String) -> String {
        let limit = "4000000000000000000"
        return "\(column) = iif(\(column) BETWEEN -\(limit) AND \(limit), \(column) + :offset, \(column))"
    }

    /// Makes two rows of one exchange one: the sightings of `absorbed` become sightings of `kept`, which takes over what
    /// it has not seen itself. Times and what both saw stay those of `kept`.
    public mutating func absorb(_ absorbed: ID<Exchange>, into kept: ID<Exchange>) throws(StoreFailure) {
        let arguments: [String: SQLValue] = ["kept": SQLValue(kept), "absorbed": SQLValue(absorbed)]
        for sql in Writer.absorption { try change(sql, arguments) }
    }

    private static let absorption = [
        """
        UPDATE exchange_row SET status = n.status, ending = n.ending, response_us = n.response_us, end_us = n.end_us,
          response_bytes = n.response_bytes, response_body_state = n.response_body_state,
          response_headers = n.response_headers, is_media = n.is_media, response_body = n.response_body
        FROM exchange_row n
        WHERE exchange_row.id = :kept AND n.id = :absorbed AND exchange_row.status IS NULL
          AND exchange_row.ending = 'unseen' AND (n.status IS NOT NULL OR n.ending = 'failed')
        """,
        """
        UPDATE exchange_row SET response_bytes = n.response_bytes, response_body_state = n.response_body_state,
          response_body = n.response_body
        FROM exchange_row n
        WHERE exchange_row.id = :kept AND n.id = :absorbed AND exchange_row.status = n.status
          AND exchange_row.response_body_state IN ('missing', 'cut') AND n.response_body_state IN ('kept', 'empty', 'media')
        """,
        """
        UPDATE exchange_row SET request_bytes = n.request_bytes, request_body_state = n.request_body_state,
          request_body = n.request_body
        FROM exchange_row n
        WHERE exchange_row.id = :kept AND n.id = :absorbed
          AND exchange_row.request_body_state IN ('missing', 'cut') AND n.request_body_state IN ('kept', 'empty')
        """,
        """
        UPDATE exchange_row SET
          request_headers = iif(length(exchange_row.request_headers) > 0, exchange_row.request_headers, n.request_headers),
          response_headers = iif(length(exchange_row.response_headers) > 0 OR exchange_row.status IS NOT n.status,
            exchange_row.response_headers, n.response_headers),
          made_as = coalesce(exchange_row.made_as, n.made_as),
          is_media = max(exchange_row.is_media, iif(exchange_row.status IS n.status, n.is_media, 0)),
          client = coalesce(exchange_row.client, n.client), server = coalesce(exchange_row.server, n.server)
        FROM exchange_row n WHERE exchange_row.id = :kept AND n.id = :absorbed
        """,
        "UPDATE OR IGNORE sighting_row SET exchange = :kept WHERE exchange = :absorbed",
        "DELETE FROM sighting_row WHERE exchange = :absorbed",
        "DELETE FROM exchange_row WHERE id = :absorbed",
    ]

    /// Takes exchanges out of the run that only this capture saw and that belong to other clients.
    ///
    /// - Parameter exchanges: their numbers.
    public mutating func remove(exchanges: [ID<Exchange>]) throws(StoreFailure) {
        for id in exchanges {
            try change("DELETE FROM sighting_row WHERE exchange = :id", ["id": SQLValue(id)])
            try change("DELETE FROM exchange_row WHERE id = :id", ["id": SQLValue(id)])
        }
    }

    /// Takes calls out of the run that another capture holds too.
    public mutating func remove(calls: [ID<Call>]) throws(StoreFailure) {
        for id in calls { try change("DELETE FROM call_row WHERE id = :id", ["id": SQLValue(id)]) }
    }

    /// Gives the exchanges of a log that names no host the authority it was written for.
    public mutating func name(authority: String, host: String, scheme: String, capture: ID<CaptureRecord>)
        throws(StoreFailure)
    {
        try change(
            """
            UPDATE exchange_row SET authority = :authority, host = :host, scheme = :scheme
            WHERE authority = '' AND id IN (SELECT exchange FROM sighting_row WHERE capture = :capture)
            """,
            [
                "authority": .text(authority), "host": .text(host), "scheme": .text(scheme),
                "capture": SQLValue(capture),
            ])
    }
}
