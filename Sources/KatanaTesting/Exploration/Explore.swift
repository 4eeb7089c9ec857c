public import Katana
public import KatanaRuntime

/// Runs an app many times, each time with everything in another order that the runtime allows, and
/// fails the test at the first run in which something does not hold.
///
/// ```swift
/// @Test func nobodyIsLoggedInAfterALogout() {
///   explore(seeds: 2_000, sending: [SessionMessage.logInTapped, .logOutTapped]) { simulation in
///     let server = FakeServer(simulation)
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
/// The runtime and the interpreters are the real ones; only time and threads are simulated. At each
/// turn the seed decides what happens next: any piece of any task, the next message from the
/// outside, or a jump of time to the next moment that something waits for. Half of the seeds handle
/// messages before `dispatch` returns, as ``KatanaRuntime/Execution/caller`` does; the others
/// later.
///
/// A failure tells the seed, and every message with its cause and what it has changed; then the same
/// with as few of the messages as fail in the same way, perhaps under another seed. The same seed gives the same run,
/// for as long as nothing in the app escapes the simulation: see ``Simulation``. What does is a
/// failure when it meets the simulation again before this returns: when it sends, resumes a task of
/// the simulation, or uses its clock. What blocks the thread is not noticed. Some seeds are run
/// twice, the first one among them, and compared: their course, their messages, and the models
/// after them.
///
/// Everything runs on the calling thread, before this returns; no time is waited for.
///
/// - Parameters:
///   - seeds: How many seeds to run, or which; at least one.
///   - messages: What is sent from the outside, each once. The seed chooses when.
///   - inAnyOrder: Whether the seed chooses their order too; else they are sent in the order given.
///   - quiet: How much virtual time passes after the last message from the outside. If commands
///     still run or wait then, they get up to the same time again, until none does. Those that have
///     not ended in all of it are a failure; those that began meanwhile, such as after a tick, are
///     none, unless nothing can go on.
///   - limit: How many turns and messages there are at most in a run; more are a failure.
///   - allowedIssues: Issues of the runtime that are no failure.
///   - ignoringPending: Whether commands may still run at the end.
///   - fileID: Where the failure is shown; the caller's file unless you say otherwise.
///   - filePath: Where the failure is shown; the caller's file unless you say otherwise.
///   - line: Where the failure is shown; the caller's line unless you say otherwise.
///   - app: Makes the app, anew for each seed, with fakes that use the simulation.
/// - Returns: What was seen, for a test that wants to know whether orders really differed.
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

/// Runs an app with other messages under each seed.
///
/// The same as the form with a list, which describes all parameters. The messages are made when the
/// app has been made, with the choices of the simulation:
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

/// Runs an app under the seeds from zero to less than a number.
///
/// The same as the form with a range of seeds, which describes all parameters.
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

/// Runs an app with other messages under each of the seeds from zero to less than a number; see the
/// forms with a range.
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

/// What an exploration has seen.
public struct Exploration: Sendable, Equatable {
  /// How many seeds were run without a failure.
  public internal(set) var seeds = 0
  /// How many messages were handled in them.
  public internal(set) var messages = 0
  /// How many more were for a child of the model that was not there, or from one: nobody handled
  /// them.
  public internal(set) var gone = 0
  /// In how many different orders they were handled; messages of one name and cause are the same.
  public internal(set) var orders = 0
  /// The seed that failed.
  public internal(set) var failedSeed: UInt64?
  /// Whether anything was to be sent.
  var hasSent = false
}
