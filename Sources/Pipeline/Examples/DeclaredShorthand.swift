import Audit
import Model

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `0.0 acme start clip=7`: a beacon of a family file, sent as its first request form says, with the usual session and whatever
/// is mandatory; the line's keys are further parameters.
struct DeclaredShorthand {
    private let family: FamilyDeclaration
    private let form: RequestForm

    init?(_ family: FamilyDeclaration) {
        guard let form = family.requests.first else { return nil }
        self.family = family
        self.form = form
    }

    func expand(
        _ lines: [Shorthand], _ context: ShorthandContext, into capture: inout ExampleCapture
    ) throws(RuleFileFailure) {
        for line in lines {
            guard let seconds = line.seconds else {
                throw context.failure(line, "a beacon of \(family.name) declares nothing: give it a time")
            }
            let fields = fields(line, at: seconds)
            let inPath = fields.filter { field in form.paths.first?.contains("{\(field.name)}") == true }
            let rest = fields.filter { field in !inPath.contains { $0.name == field.name } }
            var url = "https://\(host)\(path(inPath))"
            let place = form.places.first { $0 != .query }
            if place == nil { url += "?" + DeclaredShorthand.query(rest) }
            var exchange = try context.exchange(line, url: url, at: seconds)
            exchange.request.method = form.methods.first ?? (place == nil ? "GET" : "POST")
            if let place { exchange.request.body = .kept(Array(body(rest, as: place).utf8)) }
            capture.add(exchange, isMarked: line.isMarked)
        }
    }

    private var host: String {
        let host = family.hosts.first ?? "\(family.name).test"
        return host.hasPrefix("*.") ? "a" + host.dropFirst(1) : host
    }

    private func path(_ fields: [Field]) -> String {
        var path = form.paths.first ?? "/"
        for field in fields {
            path = path.split(separator: "{\(field.name)}", omittingEmptySubsequences: false).joined(
                separator: field.value)
        }
        return path.split(separator: "*", omittingEmptySubsequences: false).joined(separator: "x")
    }

    private typealias Field = (name: String, value: String)

    private func fields(_ line: Shorthand, at seconds: Double) -> [Field] {
        let given = line.keys.filter { !["status", "method", "without"].contains($0.key) }
        var fields: [Field] = []
        func add(_ name: String?, _ value: String) {
            guard let name, !name.hasPrefix("answer:"), !fields.contains(where: { $0.name == name }) else { return }
            fields.append((name, given[name] ?? value))
        }
        let event = form.eventNames.filter { $0.value == line.event }.keys.sorted().first ?? line.event
        add(form.event.first, event)
        add(form.session.first, "s1")
        for name in given.keys.sorted() { add(name, "") }
        if let sentAt = form.sentAt { add(sentAt.names.first, sentAt.text(ExampleCapture.time(seconds).microseconds)) }
        for name in form.mandatory { add(name, "1") }
        let without = line.keys["without"]?.split(separator: ",").map(String.init) ?? []
        return fields.filter { !without.contains($0.name) }
    }

    private static func query(_ fields: [Field]) -> String {
        fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    private func body(_ fields: [Field], as place: RequestForm.Place) -> String {
        switch place {
        case .query, .form, .queryLines: return DeclaredShorthand.query(fields)
        case .json, .jsonLines, .base64JSON:
            var item = DeclaredShorthand.json(
                fields.map { (Array($0.name.split(separator: ".").map(String.init)), $0.value) })
            if let each = form.each {
                item = "[\(item)]"
                for name in each.split(separator: ".").reversed() { item = "{\"\(name)\":\(item)}" }
            }
            return place == .base64JSON ? Data(item.utf8).base64EncodedString() : item
        }
    }

    /// An object whose names with dots are objects inside it.
    private static func json(_ fields: [(path: [String], value: String)]) -> String {
        var names: [String] = []
        for field in fields where !names.contains(field.path[0]) { names.append(field.path[0]) }
        let members = names.map { name in
            let below = fields.filter { $0.path[0] == name }
            if let value = below.first(where: { $0.path.count == 1 })?.value { return "\"\(name)\":\"\(value)\"" }
            return "\"\(name)\":\(json(below.map { (Array($0.path.dropFirst()), $0.value) }))"
        }
        return "{\(members.joined(separator: ","))}"
    }
}

extension RequestForm.Measure {
    fileprivate func text(_ microseconds: Int64) -> String {
        switch unit {
        case .s: "\(microseconds / 1_000_000)"
        case .ms: "\(microseconds / 1_000)"
        case .us: "\(microseconds)"
        }
    }
}
