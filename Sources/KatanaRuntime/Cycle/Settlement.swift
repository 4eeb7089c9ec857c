import Katana

/// Counts what descends from one message, for somebody who waits for it. Used inside steps only.
final class Settlement: @unchecked Sendable {
  // Sendable, because the state is used inside the runtime's steps only.
  private let parent: Settlement?
  private var pending: [Run.ID: ValueName] = [:]
  private var waitingMessages = 1
  private let wanted: (any Message.Type)?
  private var finish: ((Outcome) -> Void)?
  private var cleanUp: (() -> Void)?

  /// Who waits for a message as such. Nobody waits for a run's messages: the run's end is behind
  /// them in the queue.
  enum Wait {
    case none
    /// The group that the message began.
    case own
    /// The groups of a deferred message, which its run's end may have overtaken.
    case chain
  }

  enum Outcome: Sendable {
    case settled
    case found(any Message)
    case timedOut(pending: [String])
    case ended
  }

  /// - Parameters:
  ///   - wanted: The message type that ends the waiting when it was handled.
  ///   - parent: Who waits for the run that waits here.
  init(
    wanted: (any Message.Type)?, parent: Settlement?, finish: @escaping @Sendable (Outcome) -> Void
  ) {
    self.wanted = wanted
    self.parent = parent
    self.finish = finish
  }

  /// Says what to do when the waiting is over; before the message is sent.
  func onEnd(_ cleanUp: @escaping @Sendable () -> Void) { self.cleanUp = cleanUp }

  func began(_ id: Run.ID, _ name: ValueName) {
    pending[id] = name
    parent?.began(id, name)
  }

  func ended(_ id: Run.ID) {
    pending[id] = nil
    finishIfDone()
    parent?.ended(id)
  }

  /// A message of the group was put back into the queue, and will be handled later.
  func deferred() {
    waitingMessages += 1
    parent?.deferred()
  }

  /// A message of the group is done with.
  ///
  /// - Parameter message: What was handled; `nil` for a message that was dropped.
  func done(_ message: (any Message)?, _ wait: Wait) {
    if wait != .none { waitingMessages -= 1 }
    let content = (message as? ScopedMessage)?.message ?? message
    if let wanted, let content, type(of: content) == wanted { end(.found(content)) }
    finishIfDone()
    parent?.done(message, wait == .chain ? .chain : .none)
  }

  var isOver: Bool { finish == nil }
  func timeOut() { end(.timedOut(pending: pending.values.map(\.fullName).sorted())) }
  func abandon() { end(.ended) }

  private func finishIfDone() {
    if waitingMessages == 0 && pending.isEmpty { end(.settled) }
  }

  private func end(_ outcome: Outcome) {
    let (finish, cleanUp) = (finish, cleanUp)
    (self.finish, self.cleanUp) = (nil, nil)
    cleanUp?()
    finish?(outcome)
  }
}
