/// The footer: schema, row groups, metadata (parquet.thrift, `FileMetaData`).
struct FileFooter {
    let columns: [ParquetColumn]
    let groups: [RowGroup]
    let rows: Int
    let options: ParquetWriter.Options

    func bytes() -> [UInt8] {
        var thrift = ThriftWriter()
        thrift.structure { file in
            file.integer32(1, 2)
            file.list(2, count: columns.count + 1) { list in
                list.structure { root in
                    root.text(4, "schema")
                    root.integer32(5, columns.count)
                }
                for column in columns { list.structure { column.write(to: &$0) } }
            }
            file.integer64(3, rows)
            file.list(4, count: groups.count) { list in
                for (place, group) in groups.enumerated() {
                    list.structure { group.write(to: &$0, place: place, options.compression) }
                }
            }
            if !options.metadata.isEmpty {
                file.list(5, count: options.metadata.count) { list in
                    for (key, value) in options.metadata {
                        list.structure { pair in
                            pair.text(1, key)
                            pair.text(2, value)
                        }
                    }
                }
            }
            file.text(6, options.createdBy)
            // Without an order readers may not trust the statistics of texts.
            file.list(7, count: columns.count) { list in
                for _ in columns { list.structure { order in order.structure(1) { _ in } } }
            }
        }
        return thrift.bytes
    }
}

extension ParquetColumn {
    /// Numbers of `Type` and `ConvertedType` in parquet.thrift.
    fileprivate var physicalType: Int {
        switch kind {
        case .boolean: 0
        case .integer, .timestamp: 2
        case .text: 6
        }
    }

    fileprivate func write(to element: inout ThriftWriter) {
        element.integer32(1, physicalType)
        element.integer32(3, isOptional ? 1 : 0)
        element.text(4, name)
        switch kind {
        case .text:
            element.integer32(6, 0)
            element.structure(10) { type in type.structure(1) { _ in } }
        case .timestamp:
            element.integer32(6, 10)
            element.structure(10) { type in
                type.structure(8) { timestamp in
                    timestamp.flag(1, true)
                    timestamp.structure(2) { unit in unit.structure(2) { _ in } }
                }
            }
        case .integer, .boolean: break
        }
    }
}

extension RowGroup {
    fileprivate func write(to thrift: inout ThriftWriter, place: Int, _ compression: ParquetCompression) {
        thrift.list(1, count: chunks.count) { list in
            for chunk in chunks {
                list.structure { column in
                    column.integer64(2, chunk.dictionaryOffset ?? chunk.dataOffset)
                    column.structure(3) { chunk.write(to: &$0, compression) }
                }
            }
        }
        thrift.integer64(2, chunks.reduce(0) { $0 + $1.uncompressed })
        thrift.integer64(3, rows)
        thrift.integer64(5, offset)
        thrift.integer64(6, chunks.reduce(0) { $0 + $1.compressed })
        thrift.integer16(7, place)
    }
}

extension ColumnDescription {
    fileprivate func write(to thrift: inout ThriftWriter, _ compression: ParquetCompression) {
        let encodings =
            isDictionary ? [Encoding.plain, Encoding.hybrid, Encoding.dictionary] : [Encoding.plain, Encoding.hybrid]
        thrift.integer32(1, column.physicalType)
        thrift.integers32(2, encodings)
        thrift.texts(3, [column.name])
        thrift.integer32(4, compression.number)
        thrift.integer64(5, values)
        thrift.integer64(6, uncompressed)
        thrift.integer64(7, compressed)
        thrift.integer64(9, dataOffset)
        if let dictionaryOffset { thrift.integer64(11, dictionaryOffset) }
        thrift.structure(12) { statistics.write(to: &$0) }
    }
}
