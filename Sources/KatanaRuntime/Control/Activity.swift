import Katana

/// A command expression that is being executed, from its start to its end: one record of
/// ``Activities``.
///
/// Activities form a tree: that of `Sequential([a, b.delayed(…)])` has those of `a` and of
/// `b.delayed(…)` as its parts, one after the other.
struct Activity {
  typealias ID = Handle

  /// What is executed, without wrappers that change where messages go.
  var command: any Command
  var context: CommandContext
  /// The activity around this one; `none` for a whole command expression, and at the end.
  var parent = ID.none
  /// The id of the whole command expression, under which trackers count it.
  var root: RunID
  var state = State.new
  /// What goes on directly inside. For a group, all parts that have begun, from left to right.
  var inner = Inner()
  /// Whether a command inside of it has been started.
  var hasStarted = false
  /// Whether it is a part of a `Race`, however deep.
  var isInRace = false
  /// The timer that it waits for, or that limits its time.
  var timer: Timer?
  /// The failure of a group so far, of the last attempt, or with which it ends when its answers are
  /// sent.
  var failure: Failure?
  /// The time at which it began to wait, by the runtime's clock.
  var waitStart = Duration.zero
  /// The number of the current wait in the events for event handlers; 0 if none was reported.
  var toldWait: UInt64 = 0

  // Of a command with an id:
  /// The commands with the same id. Used from its beginning to its end.
  var named = Handle.none
  /// Its place among them.
  var place: Place?
  var next = ID.none
  var previous = ID.none
  /// Counts the consequences of the content and of its messages, if the id also means these.
  var consequences: CompletionTracker?
  /// Of a command in a queue: the number of runs inside of it that have not ended, including
  /// cancelled ones. Its place is not free before they have ended.
  var runCount = 0
  /// The queued commands around a run, the innermost first. It holds their places.
  var queues: [ID] = []

  /// What an activity does now. Trivial, because an enum with references would be copied at each
  /// look.
  enum State {
    case new
    case waiting(Wait)
    /// Ends as its only part does.
    case around
    /// As `around`, within a time.
    case limited
    case retried(made: Int)
    /// As `retried`, while the app is told of the further attempt.
    case telling(made: Int)
    case onFailure
    case sequence(next: Int, isStarting: Bool)
    case concurrent(left: Int, hasCancelled: Bool)
    case race(left: Int, isDecided: Bool)
    /// Sends the messages of answers, then ends with its failure.
    case answering(left: Int)
    case performed(RunID)
    /// Has ended. It is kept while runs inside of it hold places in queues.
    case over
  }

  /// What an activity waits for before it begins its content.
  enum Wait {
    /// A time: it is delayed or debounced.
    case timer
    /// The end of the period of throttled commands.
    case period
    case turn(limit: Int)
    /// A further attempt, after a pause or after what else follows from the event.
    case attempt(made: Int)
  }

  /// Where a command with an id is. It is in one of these places at most.
  enum Place {
    /// Has the id, and is not in the queue.
    case named
    /// In the queue: has its turn, or waits for it.
    case running, waiting
    /// Has ended, but holds its place in the queue, because runs inside of it go on.
    case held
  }

  struct Timer {
    /// Distinguishes it from a cancelled timer that had already fired, and whose event is queued.
    let number: UInt64
    let action: ScheduledAction
    /// The time at which it fires, by the runtime's clock.
    let due: Duration
  }

  /// Mostly one, which needs no array.
  struct Inner {
    private var first = ID.none
    private var others: [ID] = []

    var all: [ID] { first == .none ? [] : [first] + others }
    var count: Int { first == .none ? 0 : 1 + others.count }
    subscript(index: Int) -> ID { index == 0 ? first : others[index - 1] }

    mutating func append(_ part: ID) {
      if first == .none { first = part } else { others.append(part) }
    }
  }

  var isOver: Bool { if case .over = state { true } else { false } }

  /// The command with its modifier; `nil` for a group and for what has no modifier.
  var controlled: ControlledCommand? { command.exactly(ControlledCommand.self) }

  /// The name of the command inside of all wrappers, for reports.
  var name: ValueName { ValueName(leaf(of: command)) }
}

extension Activity {
  /// How an activity ended.
  enum Outcome {
    case finished
    case failed(Failure)
    /// It was cancelled, or dropped in favour of another one.
    case cancelled
  }

  /// Why an activity failed, and the answers that nobody has sent so far.
  struct Failure {
    var cause: CommandFailure
    var answers: [KeptAnswer] = []

    /// What keeps an answer must receive its error; then the app must learn of an error that it does
    /// not know.
    private var rank: Int { !answers.isEmpty ? 2 : cause.isAnswered ? 0 : 1 }

    /// Adds the failure of a further part: the first one of the most important ones counts.
    mutating func add(_ other: Failure) {
      if rank < other.rank { cause = other.cause }
      answers += other.answers
    }
  }
}

/// Stands for a command that is no longer needed, because a place in a queue must not keep it.
struct EndedCommand: Command { let name: ValueName }

/// Returns the command inside of all wrappers. A group is not a wrapper.
func leaf(of command: any Command) -> any Command {
  var leaf = command
  while true {
    if let wrapper = leaf.exactly(LayeredCommand.self) {
      leaf = wrapper.content
    } else if let controlled = leaf.exactly(ControlledCommand.self) {
      leaf = controlled.content
    } else {
      return leaf
    }
  }
}

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
