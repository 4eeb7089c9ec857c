public import Foundation
public import Katana

/// Runs a program to its end.
///
/// ```swift
/// RunProgram("git", ["status", "--short"], Reply(RepositoryMessage.status))
/// ```
///
/// Performed by `.processes()` of `KatanaEffectInterpreters`; programs run beside each other. A
/// program that fails is a success of the command: look at ``ProgramResult/exit``. When the command
/// is cancelled, the runtime ends, or ``timeLimit`` has passed, the program and all that it has
/// started in its process group get SIGTERM, and after ``grace`` SIGKILL.
///
/// The result comes when the program itself has ended. What others that it has started write later
/// is left out.
public struct RunProgram: Command, Hashable {
  /// The program.
  public var launch: ProgramLaunch
  /// The most bytes to keep of the output, and as many of the error output.
  public var outputLimit: Int
  /// How long the program may run, by the runtime's clock; `nil` for any time.
  public var timeLimit: Duration?
  /// How long the program has to end after SIGTERM, by the runtime's clock.
  public var grace: Duration
  /// What the result or the error becomes.
  public var reply: Reply<Result<ProgramResult, ProgramError>>

  /// Creates the command; it keeps 1 MiB of each output unless stated.
  public init(
    _ executable: String, _ arguments: [String], environment: [String: String]? = nil,
    workingDirectory: String? = nil, input: Data = Data(), outputLimit: Int = 1 << 20,
    timeLimit: Duration? = nil, grace: Duration = .seconds(2),
    _ reply: Reply<Result<ProgramResult, ProgramError>>
  ) {
    launch = ProgramLaunch(
      executable, arguments, environment: environment, workingDirectory: workingDirectory,
      input: input)
    (self.outputLimit, self.timeLimit, self.grace) = (outputLimit, timeLimit, grace)
    self.reply = reply
  }
}

/// What a program that runs as a subscription sends.
public enum ProgramEvent: Hashable, Codable, Sendable {
  /// Lines of its standard output that were read together, at least one.
  case lines([String])
  /// Lines of its standard error that were read together, at least one.
  case errorLines([String])
  /// The program has ended; nothing else comes.
  case ended(ProgramExit)
  /// The program could not be started; nothing else comes.
  case failed(ProgramError)
}

/// The lines that a program writes, for as long as the model declares it.
///
/// ```swift
/// [ProgramOutput("journalctl", ["--follow"], Reply(JournalMessage.event))]
/// ```
///
/// The program starts with the subscription. `\n` and `\r\n` are left out; bytes that are not UTF-8
/// become U+FFFD. The order between the two outputs is not kept. When the subscription stops before
/// the program ends, the program and its process group get SIGTERM, and after ``grace`` SIGKILL. A
/// program that has ended is not started again while the subscription is declared.
public struct ProgramOutput: Subscription {
  /// The program.
  public var launch: ProgramLaunch
  /// The most bytes of a line; the rest of a longer line is left out.
  public var lineLimit: Int
  /// How long the program has to end after SIGTERM, by the runtime's clock.
  public var grace: Duration
  /// What is sent.
  public var reply: Reply<ProgramEvent>

  /// Creates the subscription; lines have up to 64 KiB unless stated.
  public init(
    _ executable: String, _ arguments: [String], environment: [String: String]? = nil,
    workingDirectory: String? = nil, input: Data = Data(), lineLimit: Int = 64 << 10,
    grace: Duration = .seconds(2), _ reply: Reply<ProgramEvent>
  ) {
    precondition(lineLimit > 0, "ProgramOutput needs a line limit above zero, not \(lineLimit)")
    launch = ProgramLaunch(
      executable, arguments, environment: environment, workingDirectory: workingDirectory,
      input: input)
    (self.lineLimit, self.grace, self.reply) = (lineLimit, grace, reply)
  }
}
