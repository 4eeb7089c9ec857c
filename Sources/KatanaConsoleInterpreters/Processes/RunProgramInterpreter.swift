import KatanaEffectInterpreters
import KatanaEffects

#if os(macOS) || os(Linux)
  import Foundation
  import Katana
  import KatanaConsole
  import KatanaRuntime

  struct RunProgramInterpreter: CommandInterpreter {
    func interpret(_ command: RunProgram, dispatch: Dispatcher) {
      let run = ProgramRun(command.launch, grace: command.grace, clock: dispatch.clock)
      let collected = CollectedOutput(limit: command.outputLimit)
      run.start {
        collected.add($1, from: $0)
      } ended: { exit in
        if let result = collected.result(exit, of: command) {
          dispatch.answer(command.reply, with: result)
        }
      }
      dispatch.onCancel { run.end() }
      if let limit = command.timeLimit {
        run.end(after: limit) { collected.markTimedOut() }
      }
    }
  }

  /// The outputs of a program, up to a limit.
  private final class CollectedOutput: @unchecked Sendable {
    // Sendable, because all variables are accessed only while the lock is held.
    private let lock = Lock()
    private let limit: Int
    private var result = ProgramResult()
    private var isTimedOut = false

    init(limit: Int) { self.limit = max(limit, 0) }

    func add(_ bytes: ArraySlice<UInt8>, from stream: ProgramStream) {
      lock.withLock {
        switch stream {
        case .output: append(bytes, to: \.output)
        case .errors: append(bytes, to: \.errorOutput)
        }
      }
    }

    func markTimedOut() { lock.withLock { isTimedOut = true } }

    /// Returns the result of the command.
    ///
    /// - Parameters:
    ///   - exit: How the program ended; `nil` if it was not started.
    ///   - command: The command that started the program.
    /// - Returns: The result to reply with; `nil` if the command was cancelled before the start.
    func result(
      _ exit: Outcome<ProgramExit, ProgramError>?, of command: RunProgram
    ) -> Outcome<ProgramResult, ProgramError>? {
      lock.withLock {
        if isTimedOut, let limit = command.timeLimit {
          return .failure(.timedOut(program: command.launch.executable, limit: limit))
        }
        return exit?.map { exit in
          result.exit = exit
          return result
        }
      }
    }

    private func append(
      _ bytes: ArraySlice<UInt8>, to data: WritableKeyPath<ProgramResult, Data>
    ) {
      let kept = bytes.prefix(limit - result[keyPath: data].count)
      result[keyPath: data].append(contentsOf: kept)
      if kept.count < bytes.count { result.isCut = true }
    }
  }

  final class ProgramOutputInterpreter: PlainSubscriptionInterpreter {
    private let run: ProgramRun
    private let lines: ProgramLines

    init(subscription: ProgramOutput, dispatch: SubscriptionDispatcher<ProgramOutput>) {
      run = ProgramRun(subscription.launch, grace: subscription.grace, clock: dispatch.clock)
      lines = ProgramLines(limit: subscription.lineLimit) { event in
        dispatch.answer(\.reply, with: event)
      }
    }

    func start() {
      run.start { [lines] stream, bytes in
        lines.add(bytes, from: stream)
      } ended: { [lines] in
        lines.end($0)
      }
    }

    func stop() {
      lines.stop()
      run.end()
    }
  }

  /// Turns the bytes of a program into events.
  private final class ProgramLines: @unchecked Sendable {
    // Sendable, because the splitters are used only on the thread of the run.
    private let outlet: EventOutlet<ProgramEvent>
    private var output: LineSplitter
    private var errors: LineSplitter

    init(limit: Int, _ send: @escaping @Sendable (ProgramEvent) -> Void) {
      (output, errors) = (LineSplitter(limit: limit), LineSplitter(limit: limit))
      outlet = EventOutlet(send)
    }

    func add(_ bytes: ArraySlice<UInt8>, from stream: ProgramStream) {
      switch stream {
      case .output: report(output.take(bytes)) { .lines($0) }
      case .errors: report(errors.take(bytes)) { .errorLines($0) }
      }
    }

    func end(_ exit: Outcome<ProgramExit, ProgramError>?) {
      if let line = output.finish() { outlet.send(.lines([line])) }
      if let line = errors.finish() { outlet.send(.errorLines([line])) }
      switch exit {
      case .success(let exit): outlet.send(.ended(exit))
      case .failure(let error): outlet.send(.failed(error))
      case nil: break
      }
      stop()
    }

    /// Stops sending events, and releases the closure that sends them.
    func stop() { outlet.close() }

    private func report(
      _ lines: [TextLine], _ event: ([TextLine]) -> ProgramEvent
    ) {
      if !lines.isEmpty { outlet.send(event(lines)) }
    }
  }
#endif
