public import Katana

/// Calls an async function of the app.
///
/// ```swift
/// return [Call("build index", Reply(SearchMessage.indexed)) { try await index.build(words) }]
/// ```
///
/// For a call that is not worth a command type of its own. A type of its own is better where tests
/// look at the arguments, because functions cannot be compared:
///
/// ```swift
/// .command(BuildIndex.self, reply: \.reply) { command in try await index.build(command.words) }
/// ```
///
/// - Important: Two values are equal when their names and the types of their replies are. The
///   function must not be called by an update; it is for the interpreter alone. Performed by
///   `.functions()`.
public struct Call<Value: Sendable>: FunctionCommand, Equatable {
  /// What the function does, for tests and logs.
  public var name: String
  /// Makes the message from what the function returns.
  public var reply: Reply<Value>
  private let function: @Sendable () async throws -> Value

  /// Creates a call of a function.
  ///
  /// - Parameters:
  ///   - name: What the function does, for tests and logs.
  ///   - reply: Makes the message from what the function returns.
  ///   - function: Runs in a task that is cancelled with the command. An error that it throws is
  ///     the command's: `retried` and `onFailure` say what follows, or else it is reported.
  public init(
    _ name: String, _ reply: Reply<Value>, _ function: @escaping @Sendable () async throws -> Value
  ) {
    self.name = name
    self.reply = reply
    self.function = function
  }

  /// Calls the function, and returns the message of what it returns.
  public func message() async throws -> any Message { reply(try await function()) }

  /// Returns whether names and types of replies are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name == rhs.name && lhs.reply == rhs.reply
  }
}

extension Call: CustomReflectable {
  /// The name and the reply.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "reply": reply], displayStyle: .struct)
  }
}

/// A command that calls an async function; see ``Call``.
public protocol FunctionCommand: Command {
  /// Calls the function, and returns the message of what it returns.
  func message() async throws -> any Message
}
