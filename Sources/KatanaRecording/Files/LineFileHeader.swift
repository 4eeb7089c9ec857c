/// The first line of a file.
package struct LineFileHeader {
  package let version: Int
  /// The name of the recording.
  package let name: String
  /// The number of this file in the recording, from 1.
  package let part: Int
  /// The time at which the recording began, in UTC: `20261123T022044.123Z`.
  package let started: String
  /// Whether this is the first file, or begins with a checkpoint. A replay of any other file also
  /// needs the file before it.
  package let standsAlone: Bool
  /// The number of this line in the recording. The next line has the next number.
  package let number: UInt64
  /// All entries, including the entries of the owner.
  package let entries: LineEntries

  init?(_ entries: LineEntries, number: UInt64) {
    guard let version = entries.integer(LineFormat.version), let name = entries.name("name"),
      let part = entries.integer("part"), let started = entries.name("started"),
      let standsAlone = entries.bool("stands alone")
    else { return nil }
    (self.version, self.name, self.part, self.started) = (version, name, part, started)
    (self.standsAlone, self.number, self.entries) = (standsAlone, number, entries)
  }
}
