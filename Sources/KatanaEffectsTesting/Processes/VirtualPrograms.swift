import Katana
public import KatanaEffects
public import KatanaRuntime

/// Programs that are functions, which take the place of the computer's programs in a test.
///
/// ```swift
/// let programs = VirtualPrograms { launch in
///   launch.executable == "git" ? .success(ProgramResult(output: Data("clean\n".utf8)))
///     : .failure(.notFound(program: launch.executable))
/// }
/// let app = AppTest(repository, interpreters: [.processes(programs)])
/// ```
///
/// Performs `RunProgram`; its output is cut at the limit of the command. In an `AppTest` each
/// command is answered at once. In `explore`, give it `conditions`: programs take a time, end in
/// any order, and some are ended by a signal. A program that takes longer than the time limit of
/// its command is a `timedOut`. `ProgramOutput` sends the `events` of its launch, in order; without
/// `events`, a test sends them itself, with `emit`.
public struct VirtualPrograms: Sendable {
  /// What a program leaves when it is started.
  public typealias Script = @Sendable (ProgramLaunch) -> Result<ProgramResult, ProgramError>

  fileprivate let script: Script
  fileprivate let events: (@Sendable (ProgramLaunch) -> [ProgramEvent])?
  fileprivate let conditions: Conditions

  /// Creates the programs.
  ///
  /// - Parameters:
  ///   - events: What a program sends that runs as a subscription.
  ///   - script: Called when a program ends, on the thread of the test.
  public init(
    conditions: Conditions = .ideal,
    events: (@Sendable (ProgramLaunch) -> [ProgramEvent])? = nil, _ script: @escaping Script
  ) {
    (self.script, self.events, self.conditions) = (script, events, conditions)
  }
}

extension Interpreter {
  /// The interpreter of ``KatanaEffects/RunProgram``, with programs that are functions, and of
  /// ``KatanaEffects/ProgramOutput`` if they have events.
  public static func processes(_ programs: VirtualPrograms) -> Interpreter {
    let command = Interpreter.command(VirtualProgramInterpreter(programs: programs))
    guard let events = programs.events else { return command }
    let output = Interpreter.subscription {
      (output: ProgramOutput, dispatch: SubscriptionDispatcher<ProgramOutput>) in
      VirtualSeries(events(output.launch), programs.conditions, dispatch) { $0.reply($1) }
    }
    return .group([command, output])
  }
}

private struct VirtualProgramInterpreter: CommandInterpreter {
  let programs: VirtualPrograms

  func interpret(_ command: RunProgram, dispatch: Dispatcher) {
    let (conditions, clock) = (programs.conditions, dispatch.clock)
    let begin = clock.now
    let ending = conditions.perform(on: clock) { [programs] in
      if let limit = command.timeLimit, clock.now - begin > limit {
        let error = ProgramError.timedOut(program: command.launch.executable, limit: limit)
        return dispatch.answer(command.reply, with: .failure(error))
      }
      if conditions.nextFails() {
        return dispatch(command.reply(.success(ProgramResult(exit: .signal(9)))))
      }
      dispatch.answer(
        command.reply, with: programs.script(command.launch).map { cut($0, command) })
    }
    dispatch.onCancel { ending.cancel() }
  }

  private func cut(_ result: ProgramResult, _ command: RunProgram) -> ProgramResult {
    var result = result
    let limit = command.outputLimit
    if result.output.count > limit || result.errorOutput.count > limit { result.isCut = true }
    result.output = result.output.prefix(limit)
    result.errorOutput = result.errorOutput.prefix(limit)
    return result
  }
}
