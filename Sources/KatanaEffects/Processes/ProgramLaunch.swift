public import Foundation
public import Katana

/// A program and what it is given at its start.
///
/// The program is started by its list of arguments. No shell reads them, so nothing in them needs
/// to be quoted.
public struct ProgramLaunch: Hashable, Sendable {
  /// A name that is looked up in `PATH`, or a path, if it contains a slash.
  public var executable: String
  /// The arguments, without the name of the program.
  public var arguments: [String]
  /// All variables of its environment; `nil` for those of this process. Never printed, since
  /// environments carry passwords; arguments are printed, and every user of the computer can see
  /// them.
  public var environment: Secret<[String: String]>?
  /// The folder that it starts in; `nil` for that of this process.
  public var workingDirectory: String?
  /// What it can read from its standard input, which ends there.
  public var input: Data

  /// Creates a launch.
  public init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    workingDirectory: String? = nil, input: Data = Data()
  ) {
    (self.executable, self.arguments) = (executable, arguments)
    self.environment = environment.map { Secret($0) }
    (self.workingDirectory, self.input) = (workingDirectory, input)
  }
}

/// How a program has ended.
public enum ProgramExit: Hashable, Codable, Sendable {
  /// It returned a status; 0 is success.
  case status(Int)
  /// A signal of the system has ended it.
  case signal(Int)

  /// Whether the program says that it succeeded.
  public var isSuccess: Bool { self == .status(0) }
}

/// What a program has left when it ended.
public struct ProgramResult: Hashable, Codable, Sendable {
  /// How it ended.
  public var exit: ProgramExit
  /// What it wrote to its standard output, up to the limit.
  public var output: Data
  /// What it wrote to its standard error, up to the limit.
  public var errorOutput: Data
  /// Whether it wrote more than the limit to one of them; the rest was left out.
  public var isCut: Bool

  /// Creates a result.
  public init(
    exit: ProgramExit = .status(0), output: Data = Data(), errorOutput: Data = Data(),
    isCut: Bool = false
  ) {
    (self.exit, self.output, self.errorOutput) = (exit, output, errorOutput)
    self.isCut = isCut
  }

  /// The output as text; bytes that are not UTF-8 become U+FFFD.
  public var text: String { String(decoding: output, as: UTF8.self) }
  /// The error output as text; bytes that are not UTF-8 become U+FFFD.
  public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}

/// Why a program could not be started, or was ended before its time.
public enum ProgramError: Error, Hashable, Codable, Sendable {
  /// No such program is in `PATH`, or at the path.
  case notFound(program: String)
  /// The file is there, and must not be executed.
  case permissionDenied(program: String)
  /// The folder that it is to start in is missing.
  case workingDirectoryNotFound(path: String)
  /// It ran for longer than the limit, and was ended.
  case timedOut(program: String, limit: Duration)
  /// Something else went wrong; the reason is the system's text.
  case other(program: String, reason: String)
}

extension ProgramError: CustomStringConvertible {
  /// What happened, where, and how to fix it.
  public var description: String {
    switch self {
    case .notFound(let program):
      "The program \"\(program)\" was not found. To fix this, install it, or name it by its path."
    case .permissionDenied(let program):
      "The program \"\(program)\" must not be executed. To fix this, make its file executable."
    case .workingDirectoryNotFound(let path):
      "The working directory \"\(path)\" was not found. To fix this, make it, or name another."
    case .timedOut(let program, let limit):
      "The program \"\(program)\" ran for longer than \(limit) and was ended. To fix this, allow"
        + " more with `timeLimit`."
    case .other(let program, let reason):
      "The program \"\(program)\" could not be started: \(reason)."
    }
  }
}
