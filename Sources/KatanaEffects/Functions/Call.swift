public import Katana

/// Calls an async function of the app.
///
/// ```swift
/// return [Call("build index", reply { .indexed($0) }) { try await index.build(words) }]
/// ```
///
/// Use this where a command type of your own is not worth the effort. Prefer your own type where
/// tests check the arguments, because functions cannot be compared:
///
/// ```swift
/// .command(BuildIndex.self, reply: \.reply) { command in try await index.build(command.words) }
/// ```
///
/// Performed by the interpreters of `.functions()`.
///
/// - Important: Two calls are equal if their names and the types of their replies are equal. An
///   update must not call the function; only the interpreter does.
public struct Call<Value: Sendable>: FunctionCommand, Equatable {
  /// The description of the function, for tests and logs.
  package var name: String
  /// The reply, which turns the function's result into a message.
  public var reply: Reply<Value>
  private let function: @Sendable () async throws -> Value

  /// Creates a command that calls a function.
  ///
  /// - Parameters:
  ///   - name: The description of the function, for tests and logs.
  ///   - reply: Turns the function's result into a message.
  ///   - function: Runs in a task that is cancelled with the command. If it throws, the command
  ///     fails with that error: `.retried` and `.onFailure` handle it, and otherwise the runtime
  ///     reports it.
  public init(
    _ name: String, _ reply: Reply<Value>, _ function: @escaping @Sendable () async throws -> Value
  ) {
    self.name = name
    self.reply = reply
    self.function = function
  }

  /// Calls the function, and returns its result.
  ///
  /// - Throws: The error of the function.
  package func value() async throws -> Value { try await function() }

  /// Returns whether the names and the types of the replies are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.name == rhs.name && lhs.reply == rhs.reply
  }
}

extension Call: CustomReflectable {
  /// The name and the reply, without the function.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "reply": reply], displayStyle: .struct)
  }
}

/// A command that calls an async function, such as ``Call``.
package protocol FunctionCommand: Command {
  /// The result of the function.
  associatedtype Value: Sendable

  /// The reply, which turns the result into a message.
  var reply: Reply<Value> { get }

  /// Calls the function, and returns its result.
  ///
  /// - Throws: The error with which the command fails.
  func value() async throws -> Value
}
