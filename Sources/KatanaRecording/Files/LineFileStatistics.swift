/// The counts of a writer since its creation.
package struct LineFileStatistics: Equatable, Sendable {
  /// The number of written items.
  package var written = 0
  /// The number of items that were left out, because too many waited or the writer was closed.
  package var leftOut = 0
  /// The number of items that the disk refused.
  package var refused = 0
  /// The number of items that could not be encoded. A line with the error takes the place of each.
  package var failed = 0
  /// The number of created files.
  package var files = 0
}
