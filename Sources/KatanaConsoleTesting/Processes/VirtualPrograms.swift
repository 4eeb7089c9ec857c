import Katana
public import KatanaConsole
import KatanaConsoleInterpreters
public import KatanaEffectsTesting
public import KatanaRuntime

/// Programs that are closures: the stand-in for the programs of the computer.
///
/// ```swift
/// let programs = VirtualPrograms { launch in
///   launch.executable == "git" ? .success(ProgramResult(output: Data("clean\n".utf8)))
///     : .failure(.notFound(program: launch.executable))
/// }
/// let app = AppTest(repository, interpreters: [.processes(programs)])
/// ```
///
/// Performs `RunProgram`, and cuts the output at the limit of the command. A launch that no system could
/// perform, such as one with a NUL in an argument, fails as it does there. In an `AppTest`, each
/// command is answered at once. In `explore`, pass `conditions`: then programs take time and end in
/// any order, and some are ended by a signal. A program that takes longer than the time limit of
/// its command fails with `timedOut`.
///
/// With `events`, the subscription `ProgramOutput` sends the events of its launch, in order.
/// Without `events`, the test emits them itself.
public struct VirtualPrograms: Sendable {
  /// Returns the result of a program for its launch.
  public typealias Script = @Sendable (ProgramLaunch) -> Outcome<ProgramResult, ProgramError>

  fileprivate let script: Script
  fileprivate let events: (@Sendable (ProgramLaunch) -> [ProgramEvent])?
  fileprivate let conditions: Conditions

  /// Creates the programs.
  ///
  /// - Parameters:
  ///   - conditions: How long programs run, and which of them are ended by a signal.
  ///   - events: Returns the events of a program that runs as a subscription.
  ///   - script: Returns the result of a program. It is called when the program ends, on the thread
  ///     of the test.
  public init(
    conditions: Conditions = .ideal,
    events: (@Sendable (ProgramLaunch) -> [ProgramEvent])? = nil, _ script: @escaping Script
  ) {
    (self.script, self.events, self.conditions) = (script, events, conditions)
  }
}

extension Interpreter {
  /// Returns the interpreter of ``KatanaConsole/RunProgram`` with programs that are closures, and
  /// that of ``KatanaConsole/ProgramOutput`` if they have events.
  public static func processes(_ programs: VirtualPrograms) -> Interpreter {
    let command = Interpreter.command(VirtualProgramInterpreter(programs: programs))
    guard let events = programs.events else { return command }
    let output = Interpreter.subscription {
      (output: ProgramOutput, dispatch: SubscriptionDispatcher<ProgramOutput>) in
      let refusal = output.launch.refusal.map { [ProgramEvent.failed($0)] }
      return VirtualSeries(refusal ?? events(output.launch), programs.conditions, dispatch) {
        $0.reply($1)
      }
    }
    return .group([command, output])
  }
}

extension ProgramLaunch {
  /// Why no system starts this program; `nil` if it may start.
  var refusal: ProgramError? {
    do throws(ProgramError) { try check() } catch { return error }
    return nil
  }
}

private struct VirtualProgramInterpreter: CommandInterpreter {
  let programs: VirtualPrograms

  func interpret(_ command: RunProgram, dispatch: Dispatcher) {
    if let refusal = command.launch.refusal {
      return dispatch.answer(command.reply, with: .failure(refusal))
    }
    let (conditions, clock) = (programs.conditions, dispatch.clock)
    let begin = clock.now
    let ending = conditions.perform(on: clock) { [programs] in
      if let limit = command.timeLimit, clock.now - begin > limit {
        let error = ProgramError.timedOut(program: command.launch.executable, limit: limit)
        return dispatch.answer(command.reply, with: .failure(error))
      }
      if conditions.nextFails() {
        return dispatch.answer(command.reply, with: .success(ProgramResult(exit: .signal(9))))
      }
      dispatch.answer(
        command.reply, with: programs.script(command.launch).map { cut($0, command) })
    }
    dispatch.onCancel { ending.cancel() }
  }

  private func cut(_ result: ProgramResult, _ command: RunProgram) -> ProgramResult {
    var result = result
    let limit = max(command.outputLimit, 0)
    if result.output.count > limit || result.errorOutput.count > limit { result.isCut = true }
    result.output = result.output.prefix(limit)
    result.errorOutput = result.errorOutput.prefix(limit)
    return result
  }
}
