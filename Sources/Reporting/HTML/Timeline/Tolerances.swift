/// How far from its due time a beacon may be: the settings that the rules of the run judged by.
struct Tolerances {
    /// How rarely a player looks at its position.
    let pollUs: Int64
    let quartileEarlyUs: Int64
    let quartileLateUs: Int64
    /// Of the ad's duration.
    let quartileLateShare: Double
    let viewPingLateUs: Int64
    let pingIntervalUs: Int64
    let pingIntervalToleranceUs: Int64

    /// What the run does not set has the value that the rules ship with.
    init(_ settings: [ReportModel.Setting]) {
        let values = Dictionary(
            settings.map { ($0.key, Double($0.value)) }, uniquingKeysWith: { first, _ in first })
        func value(_ key: String, _ shipped: Double) -> Double {
            guard let value = values[key] ?? nil, value.isFinite, value >= 0 else { return shipped }
            return min(value, 86_400_000)
        }
        func microseconds(_ key: String, _ shipped: Double, per unit: Double = 1_000_000) -> Int64 {
            Int64(value(key, shipped) * unit)
        }
        pollUs = microseconds("player.pollSeconds", 1)
        quartileEarlyUs = microseconds("quartile.earlyMarginMs", 250, per: 1_000)
        quartileLateUs = microseconds("quartile.lateSeconds", 2)
        quartileLateShare = min(1, value("quartile.lateShare", 0.1))
        viewPingLateUs = microseconds("nielsen.viewEarlySeconds", 3)
        pingIntervalUs = max(1_000_000, microseconds("nielsen.intervalSeconds", 300))
        pingIntervalToleranceUs = microseconds("nielsen.intervalToleranceSeconds", 10)
    }
}
