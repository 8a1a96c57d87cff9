/// What the command line of the world says.
struct WorldOptions {
    struct Mistake: Error { var text: String }

    static let help = """
        world BINARY --seeds A..<B [--jobs N] [--out FOLDER] [--only-kind K] [--only-fault F] [--only-recorder R]
                                     [--table FILE]: also writes the page of docs
        world BINARY --known FILE    writes the disagreements of the fixed seeds
        world --show SEED            prints script, story and expectation
        world --write SEED --out DIR writes the recording
        world --count --seeds A..<B  says what the seeds are: faults, and what can be seen of them
        world BINARY --shrink SEED   shrinks a disagreement
        world BINARY --laws --seeds A..<B  tries the laws (--law NAME: one of them)
        world [BINARY] --script FILE prints (and judges) a kept script
        """

    var binary: String?
    var seeds: Range<UInt64> = 0..<400
    var jobs = 2
    var out: String?
    var only = Selection.all
    var show: UInt64?
    var write: UInt64?
    var shrink: UInt64?
    var script: String?
    /// Where the page with the table goes.
    var table: String?
    /// Where the known disagreements of the fixed seeds go.
    var known: String?
    var counts = false
    var laws = false
    var law: String?

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func value(_ option: String) throws -> String {
            guard let value = rest.popFirst() else { throw Mistake(text: "\(option) needs a value\n" + Self.help) }
            return value
        }
        func number(_ option: String) throws -> UInt64 {
            guard let number = UInt64(try value(option)) else { throw Mistake(text: "\(option) needs a number") }
            return number
        }
        while let word = rest.popFirst() {
            switch word {
            case "--seeds": seeds = try Self.range(try value(word))
            case "--jobs": jobs = Int(try number(word))
            case "--out": out = try value(word)
            case "--only-kind": only.kind = try value(word)
            case "--only-fault": only.fault = try value(word)
            case "--only-recorder": only.recorder = try value(word)
            case "--show": show = try number(word)
            case "--write": write = try number(word)
            case "--shrink": shrink = try number(word)
            case "--count": counts = true
            case "--laws": laws = true
            case "--law": (laws, law) = (true, try value(word))
            case "--table": table = try value(word)
            case "--known": known = try value(word)
            case "--script": script = try value(word)
            case "--help": throw Mistake(text: Self.help)
            default:
                guard !word.hasPrefix("-"), binary == nil else { throw Mistake(text: "what is \(word)?\n" + Self.help) }
                binary = word
            }
        }
    }

    func needBinary() throws -> String {
        guard let binary else { throw Mistake(text: "name the binary under test\n" + Self.help) }
        return binary
    }

    private static func range(_ text: String) throws -> Range<UInt64> {
        let ends = text.split(separator: "..<").compactMap { UInt64($0) }
        guard ends.count == 2, ends[0] < ends[1] else { throw Mistake(text: "seeds are written 0..<5000") }
        return ends[0]..<ends[1]
    }
}
