import Model

/// A pcapng file made by hand, block by block.
struct PcapNGFile {
    var order: ByteOrder = .little
    var bytes: [UInt8] = []

    mutating func block(_ type: UInt32, _ body: (inout FileBytes) -> Void) {
        var content = FileBytes(order: order)
        body(&content)
        content.pad()
        var block = FileBytes(order: order)
        block.add32(type)
        block.add32(UInt32(content.bytes.count + 12))
        block.bytes += content.bytes
        block.add32(UInt32(content.bytes.count + 12))
        bytes += block.bytes
    }

    mutating func section(major: UInt16 = 1, comment: String? = nil) {
        block(0x0a0d_0d0a) {
            $0.add32(0x1a2b_3c4d)
            $0.add16(major)
            $0.add16(0)
            $0.add64(.max)
            if let comment { $0.option(1, Array(comment.utf8)) }
        }
    }

    mutating func interface(
        linkType: UInt16 = 1, snapLength: UInt32 = 0, resolution: UInt8? = nil, offset: Int64? = nil
    ) {
        let order = order
        block(1) {
            $0.add16(linkType)
            $0.add16(0)
            $0.add32(snapLength)
            if let resolution { $0.option(9, [resolution]) }
            if let offset {
                var value = FileBytes(order: order)
                value.add64(UInt64(bitPattern: offset))
                $0.option(14, value.bytes)
            }
            $0.option(0, [])
        }
    }

    mutating func packet(
        _ data: [UInt8], units: UInt64, interface: UInt32 = 0, original: Int? = nil, comment: String? = nil
    ) {
        block(6) {
            $0.add32(interface)
            $0.add32(UInt32(units >> 32))
            $0.add32(UInt32(truncatingIfNeeded: units))
            $0.add32(UInt32(data.count))
            $0.add32(UInt32(original ?? data.count))
            $0.bytes += data
            $0.pad()
            if let comment {
                $0.option(1, Array(comment.utf8))
                $0.option(0, [])
            }
        }
    }

    mutating func secrets(_ text: String, kind: UInt32 = 0x544c_534b) {
        block(10) {
            $0.add32(kind)
            $0.add32(UInt32(text.utf8.count))
            $0.bytes += Array(text.utf8)
        }
    }
}

extension FileBytes {
    mutating func option(_ code: UInt16, _ value: [UInt8]) {
        add16(code)
        add16(UInt16(value.count))
        bytes += value
        pad()
    }
}
