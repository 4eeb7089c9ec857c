/// What has changed since an earlier run.
///
/// Time is compared as a multiple of the floor, which was measured in turn with the row: so a run on a
/// busier machine is not taken for a slower program.
enum Comparison {
  /// One line for each row; a mark where the difference is beyond the noise.
  static func lines(from old: Record, to new: Record) -> [String] {
    new.rows.map { row in
      guard let earlier = old.rows.first(where: { $0.name == row.name }) else {
        return row.name.padded(to: 18) + "is new"
      }
      let changes = ([time(earlier, row)] + counts(earlier, row)).compactMap { $0 }
      let text = changes.isEmpty ? "nothing to compare" : changes.joined(separator: "; ")
      return row.name.padded(to: 18) + text
    }
  }

  private static func time(_ old: RowResult, _ new: RowResult) -> String? {
    guard let old = old.times[old.floor], let new = new.times[new.floor] else { return nil }
    let change = "\(old.value.text) → \(new.value.text)"
    guard new.differs(from: old) else { return "\(change): same" }
    return "\(change): \(new.value < old.value ? "FASTER" : "SLOWER")"
  }

  private static func counts(_ old: RowResult, _ new: RowResult) -> [String?] {
    [
      count("mallocs", old.mallocs, new.mallocs, noise: 0.01),
      count("instructions", old.instructions, new.instructions, noise: 1),
    ]
  }

  private static func count(_ name: String, _ old: Double?, _ new: Double?, noise: Double)
    -> String?
  {
    guard let old, let new, abs(new - old) > noise else { return nil }
    return "\(name) \(old.text) → \(new.text): \(new < old ? "FEWER" : "MORE")"
  }
}
