public import Foundation
package import Katana
import KatanaEffects

/// A program, with its arguments, environment and input.
///
/// The program receives the arguments as a list. No shell interprets them, so they need no quoting.
public struct ProgramLaunch: Hashable, Sendable {
  /// The name of the program, which is looked up in `PATH`; or its path, if it contains a slash.
  /// Relative paths begin at the working directory, also those in `PATH`.
  public var executable: String
  /// The arguments, without the name of the program.
  public var arguments: [String]
  /// All variables of the program's environment; `nil` for the environment of this process. A name is
  /// not empty and contains no `=`.
  ///
  /// The environment and the input are `Secret`s, because they may hold passwords, and are never
  /// printed. The arguments are printed, and every user of the computer can see them.
  package var environment: Secret<[String: String]>?
  /// The folder in which the program starts; `nil` for the working directory of this process.
  package var workingDirectory: String?
  /// The bytes that the program reads from its standard input, which ends after them.
  package var input: Secret<Data>

  /// Creates a launch.
  ///
  /// - Parameters:
  ///   - executable: The name of the program, or its path.
  ///   - arguments: The arguments. They are printed, and every user of the computer can see them.
  ///   - environment: All variables of the environment; `nil` for that of this process. They may
  ///     hold passwords, and are never printed.
  ///   - workingDirectory: The folder in which the program starts; `nil` for that of this process.
  ///   - input: The bytes that the program reads from its standard input, which ends after them. They
  ///     may hold passwords, and are never printed.
  public init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    workingDirectory: String? = nil, input: Data = Data()
  ) {
    (self.executable, self.arguments) = (executable, arguments)
    self.environment = environment.map { Secret($0) }
    (self.workingDirectory, self.input) = (workingDirectory, Secret(input))
  }
}

/// How a program ended.
public enum ProgramExit: Hashable, Codable, Sendable {
  /// The program returned a status; 0 means success.
  case status(Int)
  /// A signal of the system ended the program.
  case signal(Int)

  /// Whether the program returned the status 0.
  public var isSuccess: Bool { self == .status(0) }
}

/// What a program wrote, and how it ended.
public struct ProgramResult: Hashable, Codable, Sendable {
  /// How the program ended.
  public var exit: ProgramExit
  /// What the program wrote to its standard output, up to the limit.
  public var output: Data
  /// What the program wrote to its standard error, up to the limit.
  public var errorOutput: Data
  /// Whether the program wrote more than the limit to one of its outputs. The rest was discarded.
  public var isCut: Bool

  /// Creates a result.
  public init(
    exit: ProgramExit = .status(0), output: Data = Data(), errorOutput: Data = Data(),
    isCut: Bool = false
  ) {
    (self.exit, self.output, self.errorOutput) = (exit, output, errorOutput)
    self.isCut = isCut
  }

  /// The output as text. Bytes that are not UTF-8 are replaced with U+FFFD.
  public var text: String { String(decoding: output, as: UTF8.self) }
  /// The error output as text. Bytes that are not UTF-8 are replaced with U+FFFD.
  public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}

/// Why a program could not be run to its end.
public enum ProgramError: Error, Hashable, Codable, Sendable {
  /// No such program exists in `PATH`, or at the path.
  case notFound(program: String)
  /// The file exists, but the system does not permit executing it.
  case permissionDenied(program: String)
  /// The folder in which the program should start does not exist.
  case workingDirectoryNotFound(path: String)
  /// The program ran for longer than the limit, and was ended.
  case timedOut(program: String, limit: Duration)
  /// The program used the terminal, and was ended: a started program does not own the terminal, so
  /// the system had stopped it.
  case needsTerminal(program: String)
  /// The program needs the terminal, and the standard input or output of this process is not one.
  case noTerminal(program: String)
  /// The program could not be run for another reason, which the system describes.
  case other(program: String, reason: String)
}

extension ProgramError: CustomStringConvertible {
  /// What happened, to which program, and how to fix it: ``text`` and ``advice``.
  public var description: String { texts.description }

  /// What happened, for the users of the app. It contains no advice and no name of the framework.
  public var text: String { texts.text }

  /// How a developer can fix the error; `nil` if there is nothing to say.
  public var advice: String? { texts.advice }

  private var texts: ErrorText {
    switch self {
    case .notFound(let program):
      ErrorText(
        "The program \"\(program)\" was not found.",
        fix: "install it, or name it by its path.")
    case .permissionDenied(let program):
      ErrorText(
        "The program \"\(program)\" is not executable.",
        fix: "make its file executable.")
    case .workingDirectoryNotFound(let path):
      ErrorText(
        "The working directory \"\(path)\" was not found.",
        fix: "make it, or name another.")
    case .timedOut(let program, let limit):
      ErrorText(
        "The program \"\(program)\" ran for longer than \(limit) and was ended.",
        fix: "allow more with `timeLimit`.")
    case .needsTerminal(let program):
      ErrorText(
        "The program \"\(program)\" used the terminal, which a started program does not own, and was"
          + " ended.",
        fix:
          "pass what it asks for as `input` or in its arguments, or tell it not to ask, such as with"
          + " `ssh -o BatchMode=yes` or `GIT_TERMINAL_PROMPT=0`.")
    case .noTerminal(let program):
      ErrorText(
        "The program \"\(program)\" needs a terminal, and the standard input or output is not one.",
        fix: "do not redirect them.")
    case .other(let program, let reason):
      ErrorText("The program \"\(program)\" could not be run: \(reasonText(reason)).")
    }
  }
}
