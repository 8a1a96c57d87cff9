import Model
import Store

/// What redaction knows of a run beforehand.
extension ReportReader {
    /// What parameters, sessions, values of log lines and request headers of the run say is an identifier.
    func identifiers() throws(StoreFailure) -> [ReportModel.Identifier] {
        try parameterValues() + declaredValues() + sessions() + logValues() + headerValues()
    }

    /// What looks like an identifier and is nobody's: ids of ads that documents declare, addresses of servers.
    func openValues() throws(StoreFailure) -> [String] {
        let ads = try views.rows(
            """
            SELECT ad_id AS value FROM ad WHERE run = :run UNION SELECT creative FROM ad WHERE run = :run
            UNION SELECT universal_ad_id FROM ad WHERE run = :run UNION SELECT serving_id FROM ad WHERE run = :run
            UNION SELECT asset FROM ping WHERE run = :run UNION SELECT host FROM exchange WHERE run = :run
            LIMIT :limit
            """, ["limit": SQLValue(limits.identifiers)])
        let clients = Set(try addresses("client"))
        return ads.compactMap { $0.text("value") } + (try addresses("server")).filter { !clients.contains($0) }
    }

    private func parameterValues() throws(StoreFailure) -> [ReportModel.Identifier] {
        let names = try views.rows("SELECT DISTINCT name, subkey FROM parameter WHERE run = :run")
        let telling = names.flatMap { [$0.text("name"), $0.text("subkey")].compactMap(\.self) }
            .filter { IdentifierNames.entry($0) != nil }
        let rows = try views.rows(
            """
            SELECT DISTINCT name, subkey, value FROM parameter
            WHERE run = :run AND (name IN (SELECT value FROM json_each(:names))
              OR subkey IN (SELECT value FROM json_each(:names)))
            ORDER BY name, subkey, value LIMIT :limit
            """,
            ["names": .text(IdentifierReading.list(Set(telling))), "limit": SQLValue(limits.identifiers)])
        return rows.flatMap { row in
            let name = row.text("subkey").flatMap { $0.isEmpty ? nil : $0 } ?? row.string("name")
            let value = row.string("value")
            // Nielsen's inner name stands before the value.
            let inner = value.firstIndex(of: ",").map { String(value[value.index(after: $0)...]) }
            return [value, inner].compactMap(\.self).compactMap { IdentifierReading.identifier($0, named: name) }
        }
    }

    /// What family files name as identifiers.
    private func declaredValues() throws(StoreFailure) -> [ReportModel.Identifier] {
        try views.rows(
            """
            SELECT DISTINCT identifier, value FROM parameter WHERE run = :run AND identifier IS NOT NULL
            ORDER BY identifier, value LIMIT :limit
            """, ["limit": SQLValue(limits.identifiers)]
        ).map { row in
            let named = FamilyDeclaration.Identifier(rawValue: row.string("identifier"))
            return ReportModel.Identifier(value: row.string("value"), kind: IdentifierKind(named))
        }
    }

    private func sessions() throws(StoreFailure) -> [ReportModel.Identifier] {
        try views.rows(
            "SELECT DISTINCT kind, identifier FROM session WHERE run = :run ORDER BY kind, identifier LIMIT :limit",
            ["limit": SQLValue(limits.identifiers)]
        ).map { row in
            ReportModel.Identifier(
                value: row.string("identifier"), kind: row.text("kind") == "dai" ? .stream : .session)
        }
    }

    private func logValues() throws(StoreFailure) -> [ReportModel.Identifier] {
        guard try views.count("SELECT COUNT(*) AS n FROM call WHERE run = :run") > 0 else { return [] }
        var identifiers: [ReportModel.Identifier] = []
        try views.database.forEachRow(
            "SELECT DISTINCT name, value FROM argument WHERE run = :run AND type IN ('string', 'number') ORDER BY 1, 2",
            ["run": SQLValue(views.run)]
        ) { (row) throws(StoreFailure) in
            guard identifiers.count < limits.identifiers else { return }
            if let found = IdentifierReading.identifier(row.string("value"), named: row.string("name")) {
                identifiers.append(found)
            }
        }
        return identifiers
    }

    private func headerValues() throws(StoreFailure) -> [ReportModel.Identifier] {
        var identifiers: Set<ReportModel.Identifier> = []
        var isTelling: [String: Bool] = [:]
        try views.database.forEachRow(
            """
            SELECT DISTINCT request_headers FROM (
              SELECT request_headers FROM exchange WHERE run = :run ORDER BY at_us, id LIMIT :limit)
            """, ["run": SQLValue(views.run), "limit": SQLValue(limits.identifiers)]
        ) { (row) throws(StoreFailure) in
            for line in Array(row.string("request_headers").utf8).split(separator: UInt8(ascii: "\n")) {
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
                let name = String(decoding: line[..<colon], as: UTF8.self)
                let tells =
                    isTelling[name] ?? (IdentifierNames.entry(name) != nil && !IdentifierNames.isPrivateLine(name))
                isTelling[name] = tells
                guard tells else { continue }
                let value = line[(colon + 1)...].drop { $0 == 0x20 }
                if let found = IdentifierReading.identifier(String(decoding: value, as: UTF8.self), named: name) {
                    identifiers.insert(found)
                }
            }
        }
        return identifiers.sorted { ($0.value, $0.kind.rawValue) < ($1.value, $1.kind.rawValue) }
    }

    /// Without ports and brackets.
    private func addresses(_ column: String) throws(StoreFailure) -> [String] {
        try views.rows(
            """
            SELECT \(column) AS address FROM exchange WHERE run = :run AND \(column) IS NOT NULL
            UNION SELECT \(column) FROM flow WHERE run = :run AND \(column) IS NOT NULL
            """
        ).map { row in
            let address = row.string("address")
            guard let colon = address.lastIndex(of: ":") else { return address }
            return address[..<colon].filter { $0 != "[" && $0 != "]" }
        }
    }
}

private enum IdentifierReading {
    static func identifier(_ value: String, named name: String) -> ReportModel.Identifier? {
        IdentifierNames.kind(of: value, named: name).map { ReportModel.Identifier(value: value, kind: $0) }
    }

    /// A list of texts as `json_each` takes it.
    static func list(_ texts: Set<String>) -> String {
        var json = JSONWriter(.line)
        json.array(texts.sorted()) { $0.string($1) }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
