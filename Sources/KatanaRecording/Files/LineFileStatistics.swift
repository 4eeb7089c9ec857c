/// What a writer has done so far.
package struct LineFileStatistics: Equatable, Sendable {
  /// Items in lines that were written.
  package var written = 0
  /// Items that were left out because too many waited.
  package var leftOut = 0
  /// Items that the disk refused.
  package var refused = 0
  /// Items that could not be encoded; a line in their place says so.
  package var failed = 0
  /// Files that were created.
  package var files = 0
}
