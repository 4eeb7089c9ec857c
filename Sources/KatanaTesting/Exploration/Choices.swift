/// The possible next events of a simulation, and the generator that chooses between them. Pure.
///
/// Possible are any ready job, the next message from the outside, and a jump of time to the next
/// action. Time may jump while jobs are ready: these jobs are then slow. Only the jobs of the
/// serial executor keep their order.
struct Choices<Job> {
  /// The event that happens next.
  enum Turn {
    case job(Job)
    case serialJob(Job)
    /// The next message from the outside is sent.
    case message
  }

  /// An event, with its number among the weighted possibilities.
  ///
  /// The numbers are equal in two runs that take the same course.
  struct Decision {
    var turn: Turn
    var pick: Int
    var total: Int
  }

  private var generator: SeededGenerator
  private(set) var agenda = SimulatedTimers<Job>()
  private var jobs: [Job] = []
  private var serialJobs: [Job] = []
  /// The weights of a message and of a jump of time, which differ from seed to seed.
  ///
  /// With equal weights at every turn, a long delay of a single job would hardly ever occur.
  private let weightOfMessage: Int
  private let weightOfTime: Int
  private static var weightOfJob: Int { 8 }

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    weightOfMessage = 1 << generator.next(below: 7)
    weightOfTime = 1 << generator.next(below: 7)
  }

  mutating func choose(upTo last: UInt64) -> UInt64 { generator.next(upTo: last) }
  mutating func add(_ job: Job) { jobs.append(job) }
  mutating func addSerial(_ job: Job) { serialJobs.append(job) }

  mutating func schedule(after delay: Duration, _ action: Job) -> Int {
    agenda.add(after: delay, action)
  }

  mutating func cancel(_ id: Int) -> Job? { agenda.remove(id) }

  /// Whether a job is ready, which can run before time passes.
  var isReady: Bool { !jobs.isEmpty || !serialJobs.isEmpty }

  /// Chooses what happens next, or returns `nil` if nothing can happen up to the limit.
  ///
  /// - Parameters:
  ///   - hasMessage: Whether a message from the outside is left to send.
  ///   - limit: The latest time to which the clock may jump.
  ///   - isPatient: Whether time stands still while a job is ready.
  mutating func next(
    hasMessage: Bool, until limit: Duration, isPatient: Bool = false
  ) -> Decision? {
    let ready = (jobs.count + (serialJobs.isEmpty ? 0 : 1)) * Self.weightOfJob
    let message = hasMessage ? weightOfMessage : 0
    let mayJump = !isPatient || ready == 0
    let time = agenda.next.map { $0 <= limit && mayJump ? weightOfTime : 0 } ?? 0
    let total = ready + message + time
    guard total > 0 else { return nil }
    let pick = generator.next(below: total)
    return Decision(turn: take(pick, ready, message), pick: pick, total: total)
  }

  private mutating func take(_ pick: Int, _ ready: Int, _ message: Int) -> Turn {
    if pick < ready {
      let index = pick / Self.weightOfJob
      if index == jobs.count { return .serialJob(serialJobs.removeFirst()) }
      jobs.swapAt(index, jobs.count - 1)
      return .job(jobs.removeLast())
    }
    if pick < ready + message { return .message }
    return .job(agenda.take(generator.next(below: agenda.countOfNext)))
  }
}
