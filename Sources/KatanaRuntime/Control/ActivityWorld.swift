import Katana

/// What activities do to the world, and what only the world knows.
protocol ActivityWorld: AnyObject {
  /// The time, by the runtime's clock.
  var now: Duration { get }
  /// Tells the activities later that a timer has fired.
  func schedule(_ timer: ActivityTimer, after duration: Duration) -> ScheduledAction
  /// Passes a command to its interpreter. Returns the run, which ends later; `nil` if there is none.
  func perform(_ command: any Command, _ context: CommandContext, _ performed: PerformedActivity)
    -> RunID?
  /// Cancels a run. Returns whether its interpreter will never be called: then it holds no places.
  func cancel(_ run: RunID) -> Bool
  /// Returns the context of the command inside of a wrapper that changes where messages go.
  func enter(_ wrapper: LayeredCommand, _ context: CommandContext) -> CommandContext
  /// Returns the lifetimes that have ended in this step and that the address of a context means, because
  /// it names no `id`: the sheet that was there before.
  func justEnded(in context: CommandContext) -> [ChildRecord]
  /// A whole command expression has ended.
  func ended(_ root: RunID, _ outcome: Activity.Outcome, _ context: CommandContext)
  /// Tells the event handlers of a command that no interpreter performs at the moment.
  ///
  /// - Parameter wait: The number of a wait that was told; 0 for a new one.
  /// - Returns: The number of the wait; 0 if there is no event handler.
  @discardableResult
  func tell(
    _ step: CommandEvent.Step, of name: @autoclosure () -> ValueName, _ context: CommandContext,
    wait: UInt64
  ) -> UInt64
}

/// What happens to activities.
enum ActivityEvent {
  /// An update has returned a control command.
  case start(any Command, CommandContext, as: RunID)
  /// The run of a command has ended, and its messages have been handled.
  case ended(Activity.ID, Activity.Outcome)
  case fired(ActivityTimer)
  /// A message of a part of a `Race` is about to be handled.
  case heard(Activity.ID)
  /// The current step has removed children whose commands are cancelled with them.
  case left([ChildRecord])
  /// The commands of the step have been started.
  case stepEnded
  /// The runtime finishes: no command waits for a timer any more, and none is retried.
  case finish
  /// All commands are cancelled; later ones start normally.
  case cancelAll
}

/// A timer that was set.
struct ActivityTimer {
  enum Owner {
    case activity(Activity.ID)
    /// The end of the period of throttled commands with an id.
    case period(Handle)
  }

  let owner: Owner
  let number: UInt64
}

/// Where the run of a command belongs.
struct PerformedActivity {
  let activity: Activity.ID
  let root: RunID
  let isInRace: Bool
  /// The command whose failure or time-out this command reports to the app, for the history of
  /// causes.
  var subject: ValueName?
}
