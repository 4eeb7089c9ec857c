/// What a program does, by the documentation of the control commands: small steps that rewrite a
/// forest of expressions, without tables, tasks or references. Not written for speed.
///
/// One event (a command returned, a timer, the end of a run) is followed by all its consequences:
///
/// 1. Ends move outwards (``collapsed(_:row:)``).
/// 2. What is to be cancelled is cancelled, the oldest first.
/// 3. The leftmost expression that has not begun begins.
/// 4. Those take their turn who waited for a place in a queue, or try again at once.
///
/// A step of a higher number is taken only when none of a lower one can be. Messages and ends of runs
/// are jobs, handled one after the other; tasks begin when no job is left.
struct ReferenceModel {
  typealias Expression = KatanaRuntimeTests.Expression

  /// An expression that is being carried out.
  indirect enum Process {
    case new(Expression)
    /// Begins when the ticket is called.
    case awaiting(Int, Expression)
    /// Does not begin before a flush is complete.
    case later(Int, Expression)
    /// Was begun by a flush, as the ticket says.
    case flushed(Int, Process)
    /// Finishes when the flush is complete.
    case flushing(Int)
    /// The first that is heard wins.
    case race([Process], Losses)
    /// The winner of a race.
    case won(Process)
    /// The words of answers, before the end of what has kept them.
    case answering([Process], Outcome)
    /// Sends a message as soon as it is reached.
    case saying(String)
    /// Finishes when what is to be cancelled has been.
    case cancelling
    case run(Int)
    case inRow(Child, Process)
    case inOrder(Process, then: ArraySlice<Expression>)
    case together([Process], then: String?, Outcome?)
    case named(Badge, Process)
    case limited(Int, String?, Process)
    case retried(Expression, Expression.Attempts, made: Int, Process)
    case onFailure(String, Process)
    case ended(Outcome)
  }

  enum Outcome: Equatable {
    case finished, cancelled
    /// The answers are those that nobody has sent so far.
    case failed(Failure, [Answer] = [])
  }

  /// A word in which a command tells the app that it has failed.
  struct Answer: Equatable {
    /// Grows from one answer to the next.
    var number: Int
    var word: String
    var row: Child
  }

  /// What is known of the members of a race that have ended.
  struct Losses {
    var seen: Set<Int> = []
    /// The failure of the last member that has failed with an answer, or else of the first one.
    var outcome: Outcome?
  }

  /// The app, or one life of one of its rows.
  struct Child: Hashable {
    var row: Int
    var life = 0
    static let app = Child(row: 0)
  }

  struct Key: Hashable {
    var name: Expression.Name
    var row: Child
  }

  /// What an expression with an id wears.
  struct Badge {
    var key: Key
    /// Grows from one badge to the next.
    var ticket: Int
    var role: Role
    enum Role: Equatable {
      case cancellable, debounced, throttled(Int), queued(limit: Int), passing
    }
  }

  /// A leaf or a message that is being performed.
  struct Run {
    var script: Expression.Script
    var row: Child
    var position = 0
    var waitingMessages = 0
    var hasStarted = false
    var isDone = false
    var isCancelled = false
    var outcome: Outcome
    /// The tickets of the queues that it is inside of.
    var queues: [Int] = []
  }

  enum Job { case word(String, run: Int), answer(Int, run: Int), ended(run: Int) }
  enum Timer { case wake(Int), script(run: Int), window(Key) }

  var now = 0
  var events: [Event] = []
  var forest: [Process] = []
  /// How often a row has come again.
  private var lives: [Int: Int] = [:]
  var runs: [Int: Run] = [:]
  var timers: [(time: Int, number: Int, timer: Timer)] = []
  var jobs: [Job] = []
  /// The runs whose tasks go on as soon as no job is left.
  var tasks: [Int] = []
  var isHandling = false
  /// The throttles whose window of time is open.
  var windows: Set<Key> = []
  /// The tickets that have a place in their queue.
  var placed: Set<Int> = []
  /// Those that have ended, while runs inside of them go on.
  var held: [Int: Key] = [:]
  /// Whether what cancels may end.
  var cancellationsEnd = false
  /// The tickets to be cancelled.
  var doomed: [Int] = []
  /// The tickets in which a command has been started.
  var begun: Set<Int> = []
  /// What is to be flushed, and the processes that wait for that.
  var flushes: [(key: Key, process: Int)] = []
  var completeFlushes: Set<Int> = []
  /// The queues in which a place may have become free, in that order.
  var freed: [Key] = []
  /// The tickets of those that try again at once, after those that wait for places.
  var again: [Int] = []
  /// The tickets whose turn has come.
  var called: [Int] = []
  private var lastNumber = 0

  /// All that a program does, its shutdown at the end of time included.
  static func events(of program: AlgebraProgram, until end: Int) -> [Event] {
    var model = ReferenceModel()
    for ask in program.asks {
      model.advance(to: ask.time)
      if let row = ask.replacing { model.lives[row, default: 0] += 1 }
      model.step {
        for command in ask.commands {
          $0.forest.append(.new(command))
          $0.reduce()
        }
      }
      model.beginTasks()
    }
    model.advance(to: end)
    // Whatever the end of a run makes room for does not begin any more.
    model.isHandling = true
    for process in model.forest { model.silence(process) }
    return model.events
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// The present life of a row.
  func child(_ row: Int) -> Child { Child(row: row, life: lives[row] ?? 0) }

  mutating func note(_ what: Event.What) { events.append(Event(time: now, what: what)) }
}
