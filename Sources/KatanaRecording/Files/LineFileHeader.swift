/// The first line of a file.
package struct LineFileHeader {
  package let version: Int
  /// The name of the recording.
  package let name: String
  /// The number of this file in the recording, from 1 on.
  package let part: Int
  /// When the recording began, in UTC: `20261123T022044.123Z`.
  package let started: String
  /// Whether this is the first file, or begins with a checkpoint. Otherwise the file before it is
  /// needed.
  package let standsAlone: Bool
  /// The number of this line; those that follow go on from it.
  package let number: UInt64
  /// All entries, with those of the owner.
  package let entries: CompactObject

  init?(_ entries: CompactObject, number: UInt64) {
    guard let version = entries.integer(LineFormat.version), let name = entries.text("name"),
      let part = entries.integer("part"), let started = entries.text("started"),
      let standsAlone = entries.bool("stands alone")
    else { return nil }
    (self.version, self.name, self.part, self.started) = (version, name, part, started)
    (self.standsAlone, self.number, self.entries) = (standsAlone, number, entries)
  }
}
