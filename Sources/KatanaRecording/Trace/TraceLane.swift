/// A line of the viewer on which spans stand one after another.
struct TraceLane: Hashable, Sendable {
  /// A group of lanes, in the order in which they are shown.
  enum Track: Int, CaseIterable {
    case updates, commands, subscriptions, issues
  }

  let track: Track
  /// From 0.
  let number: Int

  static let updates = TraceLane(track: .updates, number: 0)
  static let issues = TraceLane(track: .issues, number: 0)
}

/// The lanes of a track: what overlaps in time is on lanes of its own.
struct TraceLanes: Sendable {
  private let track: TraceLane.Track
  private var isTaken: [Bool] = []

  init(_ track: TraceLane.Track) { self.track = track }

  /// Takes the first free lane, so that a lane means the same number of things at once all along.
  mutating func take() -> TraceLane {
    let number = isTaken.firstIndex(of: false) ?? isTaken.count
    if number == isTaken.count { isTaken.append(true) } else { isTaken[number] = true }
    return TraceLane(track: track, number: number)
  }

  mutating func leave(_ lane: TraceLane) { isTaken[lane.number] = false }
}
