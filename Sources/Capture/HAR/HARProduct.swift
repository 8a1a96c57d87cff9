import Encodings

extension HARSource.Product {
    /// Reads `{ "name": …, "version": … }`; gives `nil` for any other value, which is stepped over.
    static func read(_ scanner: inout JSONScanner) throws(JSONFault) -> HARSource.Product? {
        guard try scanner.peek() == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return nil
        }
        scanner.position += 1
        var product = HARSource.Product(name: "", version: "")
        var first = true
        var repaired = false
        while let key = try scanner.nextKey(&first) {
            if scanner.matches(key, "name") {
                if let name = try scanner.stringValue() { product.name = scanner.text(of: name, repaired: &repaired) }
            } else if scanner.matches(key, "version") {
                // Some exporters write a number.
                if let version = try scanner.numberValue() {
                    product.version = scanner.text(of: version, repaired: &repaired)
                }
            } else {
                try scanner.skipValue()
            }
        }
        return product
    }
}
