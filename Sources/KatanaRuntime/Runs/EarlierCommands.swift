package import Katana

/// What waits for the commands that the same update has returned before a command. Used inside of
/// steps only.
struct EarlierCommands {
  private let run: Run
  /// The command that the update has returned: the run itself, or the control command around it.
  private let id: RunID
  private let context: CommandContext
  private let ignored: any Command.Type
  let action: @Sendable () -> Void

  /// - Parameter whole: The context of the control command around the run; `nil` if there is none.
  init(
    before run: Run, in whole: CommandContext?, ignoring ignored: any Command.Type,
    _ action: @escaping @Sendable () -> Void
  ) {
    self.run = run
    id = run.activity?.root ?? run.id
    context = whole ?? CommandContext(cause: run.cause, tracker: run.tracker)
    (self.ignored, self.action) = (ignored, action)
  }

  /// Whether the waiting command was cancelled, so that its action must not be performed.
  var isCancelled: Bool { run.isSilenced }

  /// Returns whether a run is one of the earlier commands. One that is part of a control command is
  /// not: then the control command is one.
  func include(_ other: Run) -> Bool {
    other.activity == nil && other.cause == context.cause && other.id < id && other.type != ignored
      && other.tracker === context.tracker
  }

  /// Returns whether a control command is one of the earlier commands.
  func include(_ root: RunID, in other: CommandContext) -> Bool {
    root < id && other.cause == context.cause && other.tracker === context.tracker
  }
}

extension Dispatcher {
  /// Performs an action when the commands that the same update has returned before this one have
  /// ended, and their messages were handled. If this command is cancelled first, the action is not
  /// performed.
  ///
  /// - Parameters:
  ///   - ignored: A type of commands for which the action does not wait.
  ///   - action: The action, which is performed in order with the messages.
  package func afterEarlierCommands(
    ignoring ignored: any Command.Type, _ action: @escaping @Sendable () -> Void
  ) {
    guard let run = sender.run else { return action() }
    // Posted, because runs whose messages wait are registered when these have been handled.
    let isPosted = run.core.post {
      run.core.loop?.wait(beforeCommandOf: run, ignoring: ignored, action)
    }
    if !isPosted { action() }
  }
}
