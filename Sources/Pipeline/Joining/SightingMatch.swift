/// Which sightings of the same request in two captures are one exchange.
///
/// Both sides come in time order and keep it. As many pairs as possible are made within the tolerance, and of those choices
/// the one with the smallest distances: a request seen twice in one capture and once in the other stays two exchanges.
enum SightingMatch {
    /// Larger stretches of requests that are all within the tolerance are paired one after another.
    private static let largestTable = 1 << 20

    /// - Parameters:
    ///   - left: times in microseconds, ascending.
    ///   - right: times in microseconds, ascending.
    /// - Returns: pairs of places in `left` and `right`, ascending.
    static func pairs(_ left: [Int64], _ right: [Int64], tolerance: Int64) -> [(left: Int, right: Int)] {
        var result: [(left: Int, right: Int)] = []
        var (leftStart, rightStart) = (0, 0)
        while leftStart < left.count, rightStart < right.count {
            var (leftEnd, rightEnd) = (leftStart, rightStart)
            var last = min(left[leftStart], right[rightStart])
            // In time order over both sides; a stretch ends where nothing follows within the tolerance.
            while true {
                let isLeft =
                    leftEnd < left.count && (rightEnd == right.count || left[leftEnd] <= right[rightEnd])
                guard isLeft || rightEnd < right.count else { break }
                let next = isLeft ? left[leftEnd] : right[rightEnd]
                guard isNear(next, last, tolerance) else { break }
                last = next
                if isLeft { leftEnd += 1 } else { rightEnd += 1 }
            }
            let stretch = pairsInStretch(left[leftStart..<leftEnd], right[rightStart..<rightEnd], tolerance)
            result += stretch.map { (leftStart + $0.left, rightStart + $0.right) }
            (leftStart, rightStart) = (leftEnd, rightEnd)
        }
        return result
    }

    private static func isNear(_ left: Int64, _ right: Int64, _ tolerance: Int64) -> Bool {
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        return !overflow && difference <= tolerance && difference >= -tolerance
    }

    private struct Cell {
        var pairs = 0
        var distance: Int64 = 0

        func isBetter(than other: Cell) -> Bool {
            pairs != other.pairs ? pairs > other.pairs : distance < other.distance
        }
    }

    /// The classic alignment table over two short ordered lists.
    private static func pairsInStretch(
        _ left: ArraySlice<Int64>, _ right: ArraySlice<Int64>, _ tolerance: Int64
    ) -> [(left: Int, right: Int)] {
        let (left, right) = (Array(left), Array(right))
        guard !left.isEmpty, !right.isEmpty else { return [] }
        guard left.count <= largestTable / right.count else { return inTurn(left, right, tolerance) }
        let width = right.count + 1
        var table = [Cell](repeating: Cell(), count: (left.count + 1) * width)
        for row in 1...left.count {
            for column in 1...right.count {
                var best = table[(row - 1) * width + column]
                let skipped = table[row * width + column - 1]
                if skipped.isBetter(than: best) { best = skipped }
                if isNear(left[row - 1], right[column - 1], tolerance) {
                    var paired = table[(row - 1) * width + column - 1]
                    paired.pairs += 1
                    paired.distance += abs(left[row - 1] - right[column - 1])
                    if !best.isBetter(than: paired) { best = paired }
                }
                table[row * width + column] = best
            }
        }
        var pairs: [(left: Int, right: Int)] = []
        var (row, column) = (left.count, right.count)
        while row > 0, column > 0 {
            let here = table[row * width + column]
            let above = table[(row - 1) * width + column]
            let beside = table[row * width + column - 1]
            if here.pairs == above.pairs, here.distance == above.distance {
                row -= 1
            } else if here.pairs == beside.pairs, here.distance == beside.distance {
                column -= 1
            } else {
                pairs.append((row - 1, column - 1))
                row -= 1
                column -= 1
            }
        }
        return pairs.reversed()
    }

    private static func inTurn(_ left: [Int64], _ right: [Int64], _ tolerance: Int64) -> [(left: Int, right: Int)] {
        var pairs: [(left: Int, right: Int)] = []
        var (row, column) = (0, 0)
        while row < left.count, column < right.count {
            if isNear(left[row], right[column], tolerance) {
                pairs.append((row, column))
                row += 1
                column += 1
            } else if left[row] < right[column] {
                row += 1
            } else {
                column += 1
            }
        }
        return pairs
    }
}
