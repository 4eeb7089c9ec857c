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
/// are letters, handled one after the other; tasks begin when no letter is left.
struct ReferenceModel {
  typealias Expression = KatanaRuntimeTests.Expression

  /// An expression that is being carried out.
  indirect enum Process {
    case new(Expression)
    /// Begins when the ticket is called.
    case awaiting(Int, Expression)
    /// Sends a message as soon as it is reached.
    case saying(String)
    /// Finishes when what is to be cancelled has been.
    case cancelling
    case run(Int)
    case inRow(Int, Process)
    case inOrder(Process, then: ArraySlice<Expression>)
    case together([Process], then: String?, Failure?)
    case named(Badge, Process)
    case limited(Int, String?, Process)
    case retried(Expression, Expression.Attempts, made: Int, Process)
    case onFailure(String, Process)
    case ended(Outcome)
  }

  enum Outcome: Equatable { case finished, failed(Failure), cancelled }

  struct Key: Hashable {
    var name: Expression.Name
    var row: Int
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
    var row: Int
    var position = 0
    var waitingMessages = 0
    var hasStarted = false
    var isDone = false
    var isCancelled = false
    var outcome: Outcome
  }

  enum Letter { case word(String, run: Int), ended(run: Int) }
  enum Timer { case wake(Int), script(run: Int), window(Key) }

  var now = 0
  var events: [Event] = []
  var forest: [Process] = []
  var runs: [Int: Run] = [:]
  var timers: [(time: Int, number: Int, timer: Timer)] = []
  var letters: [Letter] = []
  var tasks: [Int] = []
  var isHandling = false
  /// The throttles whose window of time is open.
  var windows: Set<Key> = []
  /// The tickets that have a place in their queue.
  var placed: Set<Int> = []
  /// The tickets to be cancelled.
  var doomed: [Int] = []
  /// The queues in which a place may have become free, in that order.
  var freed: [Key] = []
  /// The tickets of those that try again at once, after those that wait for places.
  var again: [Int] = []
  /// The tickets whose turn has come.
  var called: [Int] = []
  private var lastNumber = 0

  /// All that a program does, its shutdown at the end of time included.
  static func events(of program: Program, until end: Int) -> [Event] {
    var model = ReferenceModel()
    for ask in program.asks {
      model.advance(to: ask.time)
      model.step {
        for command in ask.commands {
          $0.forest.append(.new(command))
          $0.reduce()
        }
      }
      model.beginTasks()
    }
    model.advance(to: end)
    for process in model.forest { model.silence(process) }
    return model.events
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func note(_ what: Event.What) { events.append(Event(time: now, what: what)) }
}

// MARK: Time and letters

extension ReferenceModel {
  /// Timers of the same time go in the order in which they were set.
  mutating func advance(to end: Int) {
    while let next = timers.filter({ $0.time <= end }).min(by: {
      ($0.time, $0.number) < ($1.time, $1.number)
    }) {
      timers.removeAll { $0.number == next.number }
      now = next.time
      fire(next.timer)
      beginTasks()
    }
    now = end
  }

  mutating func set(_ timer: Timer, after time: Int) {
    timers.append((now + time, nextNumber(), timer))
  }

  private mutating func fire(_ timer: Timer) {
    switch timer {
    case .wake(let ticket): step { $0.wake(ticket) }
    case .script(let run): speak(run)
    case .window(let key): step { $0.endWindow(key) }
    }
  }

  /// Nothing that is sent inside a step is handled before its end.
  fileprivate mutating func step(_ body: (inout ReferenceModel) -> Void) {
    isHandling = true
    body(&self)
    reduce()
    isHandling = false
    handleLetters()
  }

  private mutating func endWindow(_ key: Key) {
    windows.remove(key)
    guard let badge = waiting(at: key).first(where: \.isThrottled),
      case .throttled(let time) = badge.role
    else { return }
    windows.insert(key)
    set(.window(key), after: time)
    wake(badge.ticket)
  }

  mutating func beginTasks() {
    while !tasks.isEmpty {
      let id = tasks.removeFirst()
      runs[id]?.hasStarted = true
      note(.started(runs[id]?.script.name ?? ""))
      if runs[id]?.isCancelled == true { note(.cancelled(runs[id]?.script.name ?? "")) }
      pause(id)
    }
  }

  mutating func post(_ letter: Letter) {
    letters.append(letter)
    handleLetters()
  }

  mutating func handleLetters() {
    if isHandling { return }
    isHandling = true
    while !letters.isEmpty { handle(letters.removeFirst()) }
    isHandling = false
  }

  private mutating func handle(_ letter: Letter) {
    switch letter {
    case .word(let word, let id):
      runs[id]?.waitingMessages -= 1
      if let run = runs[id], !run.isCancelled { note(.heard(word, row: run.row)) }
      endIfDone(id)
    case .ended(let id):
      guard let run = runs[id], !run.isCancelled else { return }
      forest = forest.map { ended(id, run.outcome, $0) }
      reduce()
    }
  }

  /// A run has ended when its interpreter has, and its messages have been handled.
  mutating func endIfDone(_ id: Int) {
    guard let run = runs[id], run.isDone, run.waitingMessages == 0 else { return }
    post(.ended(run: id))
  }

  /// The interpreter of a leaf makes its next pause, or ends.
  mutating func pause(_ id: Int) {
    guard let run = runs[id] else { return }
    if run.position < run.script.pauses.count {
      let pause = run.script.pauses[run.position]
      if pause > 0 { set(.script(run: id), after: pause) } else { speak(id) }
    } else if run.script.ending != .never {
      runs[id]?.isDone = true
      endIfDone(id)
    }
  }

  /// The interpreter of a leaf sends its next word.
  private mutating func speak(_ id: Int) {
    guard var run = runs[id], !run.isCancelled else { return }
    run.position += 1
    run.waitingMessages += 1
    runs[id] = run
    post(.word("\(run.script.name).\(run.position)", run: id))
    pause(id)
  }
}
