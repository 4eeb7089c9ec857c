public import Katana
public import KatanaRuntime

/// Runs an app many times, each time in another order of events that the runtime allows, and fails
/// the test at the first run in which an invariant does not hold.
///
/// ```swift
/// @Test func nobodyIsLoggedInAfterALogout() {
///   explore(seeds: 2_000, sending: [SessionMessage.logInTapped, .logOutTapped]) { simulation in
///     let server = FakeServer(simulation: simulation)
///     return Simulated(
///       Program(model: SessionModel(), SessionUpdater()),
///       interpreters: [.command(LogInInterpreter(server: server))]
///     )
///     .always("nobody is logged in after a logout") { !($0.hasLoggedOut && $0.session != nil) }
///     .eventually("the spinner is gone") { !$0.isBusy }
///   }
/// }
/// ```
///
/// The runtime and the interpreters are real; only time and threads are simulated. At each turn the
/// seed chooses what happens next: a ready piece of any task, the next message from the outside, or
/// a jump of time to the next scheduled action. About half of the seeds handle messages before
/// `dispatch` returns, as `Execution.caller` does; the others handle them later.
///
/// Everything runs on the calling thread before this function returns. Virtual time costs no real
/// time.
///
/// ## Failures
///
/// A failure shows the seed and the handled messages, each with its cause and its changes of the
/// model. Then it shows a shorter list of messages that fails in the same way, if there is one,
/// perhaps under another seed.
///
/// One seed gives one run, so a failure can be repeated, as long as nothing leaves the simulation;
/// see ``Simulation``. Code that leaves it is reported if it comes back before this function
/// returns: if it sends a message, resumes a task of the simulation, or uses its clock. Code that
/// blocks the thread is not detected. The first seed and some others run twice, and their
/// decisions, messages and models are compared. A difference is a failure too.
///
/// - Parameters:
///   - seeds: The seeds to run; at least one.
///   - messages: The messages to send from the outside, each once. The seed chooses when.
///   - inAnyOrder: Whether the seed chooses the order of the messages too. If not, they are sent in
///     the order of the list.
///   - quiet: The virtual time that passes after the last message from the outside. If commands
///     still run or wait then, the run goes on until none does, for at most the same time again. It
///     is a failure if a command that ran or waited at the start of this extra time has not ended
///     at its end. A command that began later is a failure only if nothing is scheduled.
///   - limit: The largest number of turns and messages in a run; more are a failure.
///   - allowedIssues: The kinds of issues that the runtime may report.
///   - ignoringPending: Whether commands may still run at the end.
///   - fileID: The file in which the failure is shown; the caller's by default.
///   - filePath: The path of this file; the caller's by default.
///   - line: The line at which the failure is shown; the caller's by default.
///   - app: Creates the app for one run, with stand-ins that use the simulation.
/// - Returns: Counts of the runs, for a test that checks whether orders differed.
@discardableResult
public func explore<AppModel: Model>(
  seeds: Range<UInt64>, sending messages: [any Message], inAnyOrder: Bool = false,
  until quiet: Duration = .seconds(60),
  atMost limit: Int = 100_000, allowing allowedIssues: [RuntimeIssue.Kind] = [],
  ignoringPending: Bool = false, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line,
  _ app: (Simulation) -> Simulated<AppModel>
) -> Exploration {
  let limits = SimulationLimits(
    shufflesMessages: inAnyOrder, quiet: quiet, turns: limit, allowedIssues: allowedIssues,
    allowsPending: ignoringPending)
  return exploreAll(
    seeds, sending: { _ in messages }, areGenerated: false, limits,
    at: TestPlace(fileID: fileID, filePath: filePath, line: line), app)
}

/// Explores an app with messages that are generated for each seed.
///
/// The form with a list of messages describes the exploration and the other parameters. The closure
/// `messages` is called once for each run, after the closure `app`. It uses the choices of the
/// simulation:
///
/// ```swift
/// explore(
///   seeds: 2_000,
///   sending: { simulation in
///     (1...simulation.choose(1...6)).map { _ in
///       simulation.choose(among: [CartMessage.addTapped(id: 1), .removeTapped(id: 1), .buyTapped])
///     }
///   }
/// ) { simulation in … }
/// ```
@discardableResult
public func explore<AppModel: Model>(
  seeds: Range<UInt64>, sending messages: (Simulation) -> [any Message],
  inAnyOrder: Bool = false, until quiet: Duration = .seconds(60),
  atMost limit: Int = 100_000, allowing allowedIssues: [RuntimeIssue.Kind] = [],
  ignoringPending: Bool = false, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line,
  _ app: (Simulation) -> Simulated<AppModel>
) -> Exploration {
  let limits = SimulationLimits(
    shufflesMessages: inAnyOrder, quiet: quiet, turns: limit, allowedIssues: allowedIssues,
    allowsPending: ignoringPending)
  return exploreAll(
    seeds, sending: messages, areGenerated: true, limits,
    at: TestPlace(fileID: fileID, filePath: filePath, line: line), app)
}

private func exploreAll<AppModel: Model>(
  _ seeds: Range<UInt64>, sending messages: (Simulation) -> [any Message], areGenerated: Bool,
  _ limits: SimulationLimits, at place: TestPlace, _ app: (Simulation) -> Simulated<AppModel>
) -> Exploration {
  if seeds.isEmpty {
    place.fail(noSeedsText("\(seeds)"))
    return Exploration()
  }
  return withoutActuallyEscaping(app) { app in
    withoutActuallyEscaping(messages) { messages in
      var explorer = Explorer(
        app: app, messages: messages, areGenerated: areGenerated, limits: limits,
        file: place.fileID, line: place.line)
      if let failure = explorer.run(seeds) { place.fail(failure) }
      return explorer.seen
    }
  }
}

/// Explores an app under the seeds from 0 to `count - 1`.
///
/// The form with a range of seeds describes the exploration and the other parameters.
///
/// - Parameter count: The number of seeds; at least one.
@discardableResult
public func explore<AppModel: Model>(
  seeds count: Int, sending messages: [any Message], inAnyOrder: Bool = false,
  until quiet: Duration = .seconds(60),
  atMost limit: Int = 100_000, allowing allowedIssues: [RuntimeIssue.Kind] = [],
  ignoringPending: Bool = false, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line,
  _ app: (Simulation) -> Simulated<AppModel>
) -> Exploration {
  if count < 1 {
    TestPlace(fileID: fileID, filePath: filePath, line: line).fail(noSeedsText("\(count)"))
    return Exploration()
  }
  return explore(
    seeds: 0..<UInt64(count), sending: messages, inAnyOrder: inAnyOrder, until: quiet,
    atMost: limit,
    allowing: allowedIssues, ignoringPending: ignoringPending, fileID: fileID, filePath: filePath,
    line: line, app)
}

/// Explores an app under the seeds from 0 to `count - 1`, with messages that are generated for each
/// seed.
///
/// The forms with a range of seeds describe the exploration and the other parameters.
///
/// - Parameter count: The number of seeds; at least one.
@discardableResult
public func explore<AppModel: Model>(
  seeds count: Int, sending messages: (Simulation) -> [any Message], inAnyOrder: Bool = false,
  until quiet: Duration = .seconds(60),
  atMost limit: Int = 100_000, allowing allowedIssues: [RuntimeIssue.Kind] = [],
  ignoringPending: Bool = false, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line,
  _ app: (Simulation) -> Simulated<AppModel>
) -> Exploration {
  if count < 1 {
    TestPlace(fileID: fileID, filePath: filePath, line: line).fail(noSeedsText("\(count)"))
    return Exploration()
  }
  return explore(
    seeds: 0..<UInt64(count), sending: messages, inAnyOrder: inAnyOrder, until: quiet,
    atMost: limit, allowing: allowedIssues, ignoringPending: ignoringPending, fileID: fileID,
    filePath: filePath, line: line, app)
}

private func noSeedsText(_ seeds: String) -> String {
  failureText(
    "No seed was explored.", [("seeds", seeds)], why: "A test in which nothing runs cannot fail.",
    fix: "pass a number of seeds that is more than zero, or a range that is not empty.")
}

/// The counts of an exploration.
public struct Exploration: Sendable, Equatable {
  /// The number of seeds that ran without a failure.
  public internal(set) var seeds = 0
  /// The number of messages that were handled in these runs.
  public internal(set) var messages = 0
  /// The number of messages that were dropped in these runs, because the child of the model that
  /// they were for, or that they came from, was gone.
  public internal(set) var gone = 0
  /// The number of different orders in which the messages of a run were handled.
  ///
  /// Two orders are equal if the names and the causes of their messages are equal.
  public internal(set) var orders = 0
  /// The seed that failed; `nil` if none did.
  package internal(set) var failedSeed: UInt64?
  /// Whether a run had messages to send.
  var hasSent = false
}
