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
/// Performs `RunProgram`; its output is cut at the limit of the command. In an `AppTest` each command
/// is answered at once. In `explore`, give it `conditions`: programs take a time, end in any order,
/// and some are ended by a signal. A program that takes longer than the time limit of its command is
/// a `timedOut`. `ProgramOutput` is not performed: a test sends its events itself, with `emit`.
public struct VirtualPrograms: Sendable {
  /// What a program leaves when it is started.
  public typealias Script = @Sendable (ProgramLaunch) -> Result<ProgramResult, ProgramError>

  fileprivate let script: Script
  fileprivate let conditions: Conditions

  /// Creates the programs.
  ///
  /// - Parameter script: Called when a program ends, on the thread of the test.
  public init(conditions: Conditions = .ideal, _ script: @escaping Script) {
    (self.script, self.conditions) = (script, conditions)
  }
}

extension Interpreter {
  /// The interpreter of ``KatanaEffects/RunProgram``, with programs that are functions.
  public static func processes(_ programs: VirtualPrograms) -> Interpreter {
    .command(VirtualProgramInterpreter(programs: programs))
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
        return dispatch(command.reply(.failure(error)))
      }
      if conditions.nextFails() {
        return dispatch(command.reply(.success(ProgramResult(exit: .signal(9)))))
      }
      dispatch(command.reply(programs.script(command.launch).map { cut($0, command) }))
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
