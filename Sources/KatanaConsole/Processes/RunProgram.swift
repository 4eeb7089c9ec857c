public import Foundation
public import Katana
public import KatanaEffects

/// Runs a program to its end, and replies with its output.
///
/// ```swift
/// RunProgram("git", ["status", "--short"], reply { .status($0) })
/// ```
///
/// Programs run concurrently. A program that returns a failure status is still a success of the
/// command: check ``ProgramResult/exit``.
///
/// When the command is cancelled, the runtime shuts down, the time limit has passed, or this
/// process ends, the program and all processes in its process group receive SIGTERM. Those that
/// still run after the grace receive SIGKILL. A process that has left the group by `setsid`
/// receives nothing.
///
/// The program gets the three standard streams, and no other descriptor. It does not own the terminal.
/// If it uses the terminal, such as for a password, it is ended, and the error is
/// ``ProgramError/needsTerminal(program:)``.
///
/// The result comes, and the command has ended, when the program itself has ended. If these
/// processes received SIGTERM, it comes when all of them have ended. Output that child processes
/// write after the program's end is discarded. Performed by the interpreters of `.processes()` in
/// `KatanaConsoleInterpreters`.
public struct RunProgram: Command, Hashable {
  /// The program.
  package var launch: ProgramLaunch
  /// The greatest number of bytes to keep of each output: of the standard output, and of the
  /// standard error.
  package var outputLimit: Int
  /// The longest time that the program may run, by the runtime's clock; `nil` for no limit.
  package var timeLimit: Duration?
  /// The time that the program has to end after SIGTERM, by the runtime's clock.
  package var grace: Duration
  /// The reply, which turns the result or the error into a message.
  public var reply: Reply<Outcome<ProgramResult, ProgramError>>

  /// Creates a command that runs a program.
  ///
  /// - Parameters:
  ///   - executable: The name of the program, or its path; see ``ProgramLaunch/executable``.
  ///   - arguments: The arguments, without the name of the program.
  ///   - environment: All variables of the environment; `nil` for that of this process.
  ///   - workingDirectory: The folder in which the program starts; `nil` for that of this process.
  ///   - input: The bytes that the program reads from its standard input.
  ///   - outputLimit: The greatest number of bytes to keep of each output; 1 MiB unless given.
  ///   - timeLimit: The longest time that the program may run; `nil` for no limit.
  ///   - grace: The time that the program has to end after SIGTERM.
  ///   - reply: Turns the result or the error into a message.
  public init(
    _ executable: String, _ arguments: [String], environment: [String: String]? = nil,
    workingDirectory: String? = nil, input: Data = Data(), outputLimit: Int = 1 << 20,
    timeLimit: Duration? = nil, grace: Duration = .seconds(2),
    _ reply: Reply<Outcome<ProgramResult, ProgramError>>
  ) {
    launch = ProgramLaunch(
      executable, arguments, environment: environment, workingDirectory: workingDirectory,
      input: input)
    (self.outputLimit, self.timeLimit, self.grace) = (outputLimit, timeLimit, grace)
    self.reply = reply
  }
}

/// What ``ProgramOutput`` sends.
public enum ProgramEvent: Hashable, Codable, Sendable {
  /// Lines of the standard output that were read together, in order; at least one.
  case lines([TextLine])
  /// Lines of the standard error that were read together, in order; at least one.
  case errorLines([TextLine])
  /// The program ended. No event follows.
  case ended(ProgramExit)
  /// The program could not be run. No event follows.
  case failed(ProgramError)
}

/// Runs a program, and sends the lines that it writes.
///
/// ```swift
/// [ProgramOutput("journalctl", ["--follow"], reply { .event($0) })]
/// ```
///
/// The program starts and ends with the subscription. If the program ends first, it is not started
/// again while the subscription is declared. If the subscription stops first, or this process ends,
/// all processes of its process group receive SIGTERM. Those that still run after the grace receive
/// SIGKILL. The rest is as for ``RunProgram``.
///
/// Lines come without `\n` or `\r\n`, and bytes that are not UTF-8 are replaced with U+FFFD. Lines
/// of the same output come in order. The order between the standard output and the standard error
/// is not kept. Run by the interpreters of `.processes()`.
public struct ProgramOutput: Subscription {
  /// The program.
  package var launch: ProgramLaunch
  /// The greatest length of a line in bytes. The rest of a longer line is discarded, and
  /// ``KatanaEffects/TextLine/isCut`` is `true`.
  package var lineLimit: Int
  /// The time that the program has to end after SIGTERM, by the runtime's clock.
  package var grace: Duration
  /// The reply, which turns each event into a message.
  public var reply: Reply<ProgramEvent>

  /// Creates a subscription that runs a program.
  ///
  /// - Parameters:
  ///   - executable: The name of the program, or its path; see ``ProgramLaunch/executable``.
  ///   - arguments: The arguments, without the name of the program.
  ///   - environment: All variables of the environment; `nil` for that of this process.
  ///   - workingDirectory: The folder in which the program starts; `nil` for that of this process.
  ///   - input: The bytes that the program reads from its standard input.
  ///   - lineLimit: The greatest length of a line in bytes, more than zero; 64 KiB unless given.
  ///   - grace: The time that the program has to end after SIGTERM.
  ///   - reply: Turns each event into a message.
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
