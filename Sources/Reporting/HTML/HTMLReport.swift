struct HTMLReport {
    init(_ model: ReportModel, _ options: ReportOptions) {}
    func render() -> [UInt8] { [] }
}
