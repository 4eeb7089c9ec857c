import Katana

/// A command that an interpreter performs.
final class LeafNode: ControlNode, @unchecked Sendable {
  // Sendable as its superclass is.
  let command: any Command
  /// Weak, because the run ends when nobody holds it.
  weak var run: Run?
  /// The command whose failure or time-out this tells the app of, for the history of causes.
  private(set) var subject: ValueName?
  /// What the interpreter has thrown.
  var failure: CommandFailure?
  /// The innermost queue whose place this keeps until its run has ended.
  var queue: QueueNode?

  init(_ command: any Command, _ place: CommandPlace, _ controls: ControlScheduler) {
    self.command = command
    super.init(place, controls)
  }

  /// Sends a message that a control command states, such as the one of an `onFailure`. The app has
  /// written it nowhere as a command, so it has no place in the history.
  init(
    sending message: any Message, about subject: ValueName? = nil, _ place: CommandPlace,
    _ controls: ControlScheduler
  ) {
    self.command = Send(message, file: "", line: 0)
    self.subject = subject
    super.init(place, controls)
  }

  /// Sends the message with which a command tells of its error.
  init(
    _ answer: Send, about subject: ValueName, _ place: CommandPlace, _ controls: ControlScheduler
  ) {
    self.command = answer
    self.subject = subject
    super.init(place, controls)
  }

  override func begin() { controls.startRun(of: self) }

  override func stop() {
    guard let run else { return }
    run.cancel()
    if run.neverBegins { QueueNode.leavePlaces(of: self) }
  }

  /// Whether a `retried` is around the command.
  var isRetried: Bool { !retries.isEmpty }

  func runEnded() { end(failure.map(Outcome.failed) ?? .finished) }
}

/// Cancels by id, or starts what waits.
final class CancelNode: ControlNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let id: CancelID
  private let action: Action
  enum Action { case cancel, cancelWaiting, flush }

  init(_ id: CancelID, _ action: Action, _ place: CommandPlace, _ controls: ControlScheduler) {
    self.id = id
    self.action = action
    super.init(place, controls)
  }

  override func begin() {
    switch action {
    case .cancel: controls.cancel(id, in: place, sparingWhatRuns: false)
    case .cancelWaiting: controls.cancel(id, in: place, sparingWhatRuns: true)
    case .flush: controls.flush(id, in: place)
    }
    end(.finished)
  }
}
