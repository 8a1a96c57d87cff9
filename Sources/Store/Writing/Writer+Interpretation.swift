import Model

/// What the traffic means.
extension Writer {
    /// One statement of the interpretation. Numbers of exchanges and calls are the file's own already.
    public mutating func insert(
        _ interpretation: Interpretation, run: ID<RunRecord>, ids: IDMap
    ) throws(StoreFailure) {
        let place = RowPlace(run: run)
        switch interpretation {
        case .document(let row): try insert(row, place, ids: ids)
        case .documentLink(let row): try insert(row, place, ids: ids)
        case .ad(let row): try insert(row, place, ids: ids)
        case .tracker(let row): try insert(row, place, ids: ids)
        case .resource(let row): try insert(row, place, ids: ids)
        case .fetch(let resource, let exchange): try setFetch(of: resource, to: exchange, ids)
        case .redirect(let row): try insert(row, place, ids: ids)
        case .adPlay(let row): try insert(row, place, ids: ids)
        case .playTracker(let row): try insert(row, place, ids: ids)
        case .playback(let row): try insert(row, place, ids: ids)
        case .beacon(let row): try insert(row, place, ids: ids)
        case .parameter(let row): try insert(row, place, ids: ids)
        case .firing(let row): try insert(row, place, ids: ids)
        case .firingCandidate(let row): try insert(row, place, ids: ids)
        case .macro(let row): try insert(row, place, ids: ids)
        case .session(let row): try insert(row, place, ids: ids)
        case .ping(let row): try insert(row, place, ids: ids)
        case .signal(let row): try insert(row, place, ids: ids)
        case .argument(let row): try insert(row, place, ids: ids)
        case .omidEvent(let row): try insert(row, place, ids: ids)
        case .callStep(let row): try insert(row, place, ids: ids)
        case .interruption(let row): try insert(row, place, ids: ids)
        case .playlistReading(let row): try insert(row, place, ids: ids)
        case .segmentFetch(let row): try insert(row, place, ids: ids)
        case .stitchedPlace(let row): try insert(row, place, ids: ids)
        case .adTrace(let row): try insert(row, place, ids: ids)
        }
    }

    /// The first fetch stands.
    private mutating func setFetch(
        of resource: ID<Resource>, to exchange: ID<Exchange>, _ ids: IDMap
    ) throws(StoreFailure) {
        try change(
            "UPDATE resource_row SET fetch = :exchange WHERE id = :id AND fetch IS NULL",
            ["id": SQLValue(resource.number + ids[Resource.table]), "exchange": SQLValue(exchange)])
    }
}
