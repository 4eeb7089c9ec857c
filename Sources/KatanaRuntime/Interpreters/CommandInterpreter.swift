import Katana

/// Performs the side effect that a command describes.
///
/// The runtime calls ``interpret(_:dispatch:)`` once for each `Cmd` that an update returned: in the
/// order of the returned array, after the new model is visible, on the thread that handles the
/// message. Return soon; hand long work to a queue, or conform to ``AsyncCommandInterpreter``. Send
/// any number of messages, now or later. Each starts an update of its own, never a nested one.
///
/// ```swift
/// struct PrintInterpreter: CommandInterpreter {
///   func interpret(_ command: Print, dispatch: Dispatcher) { print(command.text) }
/// }
/// ```
///
/// An interpreter receives what it needs in its initialiser, when the runtime is created. It does
/// not read the model. If it needs a value of the model, such as a session, declare that value as a
/// ``Katana/ConstantSubscription``.
///
/// - Important: Register exactly one interpreter for each command type.
public protocol CommandInterpreter<Cmd>: Sendable {
  /// The commands that this performs: a command type, or `any P` for a protocol `P` to which
  /// several command types conform, such as the types of a generic command.
  associatedtype Cmd

  /// Performs the command.
  ///
  /// - Parameters:
  ///   - command: The command that an update returned.
  ///   - dispatch: Sends messages. The run of the command ends when this function has returned and
  ///     the last copy of the dispatcher is released.
  func interpret(_ command: Cmd, dispatch: Dispatcher)
}

/// Performs the side effect that a command describes in a task of its own.
///
/// The runtime starts the task when it would call a ``CommandInterpreter``, and cancels it when the
/// command is cancelled or the runtime ends. If that happens before the task has begun, the
/// interpreter is not called. Tasks are enqueued in the order of the commands, but may overlap and
/// overtake each other. Use ``Katana/Sequential`` if one command must follow another. They have the
/// default priority, `.medium`, whoever sent the message that caused the command.
///
/// If the function throws, an issue reports the error with the command and its cause, unless
/// `retried` or `onFailure` handles it. An error after a cancellation is ignored.
///
/// The task may begin after the step of its command. If a value must be read within that step, such
/// as a session's token, use a ``CommandInterpreter`` that goes on with ``Dispatcher/task(_:)``.
///
/// - Important: Register exactly one interpreter for each command type.
public protocol AsyncCommandInterpreter<Cmd>: Sendable {
  /// The commands that this performs; see ``CommandInterpreter/Cmd``.
  associatedtype Cmd: Sendable

  /// Performs the command.
  ///
  /// An actor may implement this function, and then runs it on itself. A type of the main actor
  /// declares it as `@MainActor func interpret(…)`.
  ///
  /// - Parameters:
  ///   - command: The command that an update returned.
  ///   - dispatch: Sends messages. The run of the command ends when this function has returned and
  ///     the last copy of the dispatcher is released.
  /// - Throws: Any error, which makes the command fail.
  @concurrent func interpret(_ command: Cmd, dispatch: Dispatcher) async throws
}
