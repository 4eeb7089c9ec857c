public import Katana

/// Gives the terminal to a program, such as an editor or a pager, and takes it back when the program
/// has ended.
///
/// ```swift
/// RunInTerminal("less", ["report.txt"], reply { .shown($0) })
/// RunInTerminal.editor("/tmp/draft.md", reply { .edited($0) })
/// ```
///
/// The program inherits the standard streams. While it runs, this process shows nothing and reads
/// nothing: a prompt or a screen disappears, and texts wait. Ctrl-C and Ctrl-\ concern the program
/// alone. Ctrl-Z stops both, and `fg` continues both. Afterwards the terminal has its former mode, and
/// what was shown is drawn again. A program that returns a failure status is still a success of the
/// command.
///
/// Programs follow each other in the order of their commands. When the command is cancelled, the
/// runtime shuts down, or this process ends, the program receives SIGTERM, and SIGKILL after the
/// grace. If the standard input or output is not a terminal, the error is
/// ``ProgramError/noTerminal(program:)``. Performed by the interpreters of `.terminal()`.
public struct RunInTerminal: Command, Hashable {
  /// The program.
  package var launch: ProgramLaunch
  /// The time that the program has to end after SIGTERM, by the runtime's clock.
  package var grace: Duration
  /// The reply, which turns how the program ended or the error into a message.
  public var reply: Reply<Outcome<ProgramExit, ProgramError>>

  /// Creates a command that gives the terminal to a program.
  ///
  /// - Parameters:
  ///   - executable: The name of the program, or its path; see ``ProgramLaunch/executable``.
  ///   - arguments: The arguments, without the name of the program.
  ///   - environment: All variables of the environment; `nil` for that of this process.
  ///   - workingDirectory: The folder in which the program starts; `nil` for that of this process.
  ///   - grace: The time that the program has to end after SIGTERM.
  ///   - reply: Turns how the program ended or the error into a message.
  public init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    workingDirectory: String? = nil, grace: Duration = .seconds(2),
    _ reply: Reply<Outcome<ProgramExit, ProgramError>>
  ) {
    launch = ProgramLaunch(
      executable, arguments, environment: environment, workingDirectory: workingDirectory)
    (self.grace, self.reply) = (grace, reply)
  }

  /// Returns the command that opens a file in the user's editor: that of the variable `VISUAL`, else
  /// of `EDITOR`, else `vi`.
  ///
  /// The variable may contain arguments, as in `code --wait`. If there is no such editor, it tells
  /// the user so on the standard error, and the status is 127.
  ///
  /// - Parameters:
  ///   - path: The file. A path that begins with a slash is not mistaken for an option.
  ///   - reply: Turns how the editor ended or the error into a message.
  public static func editor(
    _ path: String, _ reply: Reply<Outcome<ProgramExit, ProgramError>>
  ) -> RunInTerminal {
    // A shell reads the variable, so that no update has to. `exec` makes the editor the process that
    // receives SIGTERM, and `env` permits variables before its name.
    let script = #"eval "exec env ${VISUAL:-${EDITOR:-vi}} \"\$@\"""#
    return RunInTerminal("/bin/sh", ["-c", script, "editor", path], reply)
  }
}
