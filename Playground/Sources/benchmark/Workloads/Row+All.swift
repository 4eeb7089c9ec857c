extension Row {
  /// All rows, in the order of the table.
  static var all: [Row] {
    Floors.rows + OneUpdater.rows + ManySlices.rows + DeepNesting.rows + LargeCollections.rows
      + RoundTrip.rows + AsyncRoundTrip.rows + Subscriptions.rows + ManyThreads.rows
      + ManyRuntimes.rows + Latency.rows + Controls.rows + Cancellations.rows
      + Trees.rows + Growth.rows + Stores.rows + LargeApp.rows + ManyModules.rows + BuildCosts.rows
      + Tickers.rows + Recordings.rows + Lines.rows
  }

  /// Workloads that are measured only by name.
  static let onDemand: Set<String> = ["W10", "W11", "W13", "W14", "W15", "W16"]
}
