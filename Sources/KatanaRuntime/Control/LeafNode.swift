import Katana

/// A command that an interpreter performs.
final class LeafNode: ControlNode, @unchecked Sendable {
  // Sendable as its superclass is.
  let command: any Command
  let route: CommandRoute
  /// The run of the command, from its start to its end.
  @exclusivity(unchecked) var run: Run.ID?
  /// The command whose failure or time-out this command reports to the app, for the history of
  /// causes.
  @exclusivity(unchecked) private(set) var subject: ValueName?
  /// Whether no interpreter has performed the command, because the one that was to do so does not
  /// accept it.
  @exclusivity(unchecked) var isRefused = false
  /// The error that the interpreter has thrown or answered with.
  @exclusivity(unchecked) var failure: CommandFailure?
  /// The innermost queued command around this one. It holds its place in the queue until the run of
  /// this command has ended.
  @exclusivity(unchecked) var queue: QueueNode?

  init(
    _ command: any Command, _ route: CommandRoute, _ context: CommandContext,
    _ controls: ControlScheduler
  ) {
    self.command = command
    self.route = route
    super.init(context, controls)
  }

  /// Creates a command that sends the message of a control command, such as that of an `onFailure`.
  /// It has no source location, because the app has not written it as a command.
  convenience init(
    sending message: any Message, about subject: ValueName? = nil, _ context: CommandContext,
    _ controls: ControlScheduler
  ) {
    self.init(Send(message, file: "", line: 0), about: subject, context, controls)
  }

  /// Creates a command that sends the message in which another command reports its error.
  init(
    _ answer: Send, about subject: ValueName?, _ context: CommandContext,
    _ controls: ControlScheduler
  ) {
    self.command = answer
    self.route = controls.withRunner { $0.route(of: answer).takeUnretainedValue() }
    self.subject = subject
    super.init(context, controls)
  }

  override func begin() { controls.startRun(of: self) }

  override func stop() {
    guard let run, let record = controls.withRunner({ $0.record(run) }) else { return }
    record.cancel()
    if record.neverBegins { QueueNode.leavePlaces(of: self) }
  }

  func runEnded() {
    run = nil
    end(isRefused ? .cancelled : failure.map(Outcome.failed) ?? .finished)
  }
}

/// Executes a `Cancel` or a `Flush`: cancels commands by their id, or starts those that wait.
final class CancelNode: ControlNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let id: CancelID
  private let action: Action
  enum Action { case cancel, cancelWaiting, flush }

  init(_ id: CancelID, _ action: Action, _ context: CommandContext, _ controls: ControlScheduler) {
    self.id = id
    self.action = action
    super.init(context, controls)
  }

  override func begin() {
    switch action {
    case .cancel: controls.cancel(id, in: context, sparingWhatRuns: false)
    case .cancelWaiting: controls.cancel(id, in: context, sparingWhatRuns: true)
    case .flush: controls.flush(id, in: context)
    }
    end(.finished)
  }
}
