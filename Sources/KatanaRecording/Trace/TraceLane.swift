/// A row of the viewer, in which spans follow each other.
struct TraceLane: Hashable, Sendable {
  /// A group of lanes. The viewer shows the groups in this order.
  enum Track: Int, CaseIterable {
    case updates, commands, subscriptions, issues
  }

  let track: Track
  /// The number of the lane in its track, from 0.
  let number: Int

  static let updates = TraceLane(track: .updates, number: 0)
  static let issues = TraceLane(track: .issues, number: 0)
}

/// The lanes of a track. Spans that overlap in time are on different lanes.
struct TraceLanes: Sendable {
  private let track: TraceLane.Track
  private var isTaken: [Bool] = []

  init(_ track: TraceLane.Track) { self.track = track }

  /// Takes the first free lane, so that there are no more lanes than spans that overlap.
  mutating func take() -> TraceLane {
    let number = isTaken.firstIndex(of: false) ?? isTaken.count
    if number == isTaken.count { isTaken.append(true) } else { isTaken[number] = true }
    return TraceLane(track: track, number: number)
  }

  mutating func leave(_ lane: TraceLane) { isTaken[lane.number] = false }
}
