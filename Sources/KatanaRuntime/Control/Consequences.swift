/// The consequences of commands whose ids mean them too. Used inside of steps only.
///
/// An object of its own, because the end of what is counted may come in the middle of anything.
final class Consequences: @unchecked Sendable {
  // Sendable, because it is used inside of steps only.
  private var lists: [ControlKey: [UInt64: CompletionTracker]] = [:]

  var isEmpty: Bool { lists.isEmpty }
  /// The number of trackers; for tests.
  var count: Int { lists.values.reduce(0) { $0 + $1.count } }

  /// Returns a tracker for the consequences of a command; `nil` if it belongs to consequences of
  /// the same key already.
  ///
  /// - Parameters:
  ///   - number: A number greater than those of all commands before.
  ///   - outer: The tracker that counts the command.
  func begin(
    under key: ControlKey, number: UInt64, around outer: CompletionTracker?
  ) -> CompletionTracker? {
    // Asked first, because the chain of trackers may be long.
    if lists[key] != nil, let outer,
      outer.isInside(ofOne: { !$0.isCancelled && $0.name?.key == key })
    {
      return nil
    }
    // Weak, because at the end of the runtime there may be some that never end.
    let tracker = CompletionTracker(parent: outer, name: (key, number)) { [weak self] _ in
      self?.forget(key, number)
    }
    tracker.begin()
    if lists[key] == nil { key.life?.addID() }
    lists[key, default: [:]][number] = tracker
    return tracker
  }

  private func forget(_ key: ControlKey, _ number: UInt64) {
    lists[key]?[number] = nil
    if lists[key]?.isEmpty ?? false {
      lists[key] = nil
      key.life?.removeID()
    }
  }

  /// Takes the consequences of commands that are cancelled, in the order in which these commands
  /// have started.
  ///
  /// - Parameter part: Spares those to which everything that this tracker counts belongs.
  func take(of keys: [ControlKey], except part: CompletionTracker?) -> [CompletionTracker] {
    if lists.isEmpty { return [] }
    let taken = keys.flatMap { (lists[$0] ?? [:]).values }.filter { part?.isInside($0) != true }
      .sorted { ($0.name?.number ?? 0) < ($1.name?.number ?? 0) }
    for tracker in taken {
      tracker.isCancelled = true
      if let name = tracker.name { forget(name.key, name.number) }
    }
    return taken
  }
}
