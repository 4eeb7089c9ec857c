import Katana

/// Performs the side effect that a command describes.
///
/// The runtime calls this once for each `Cmd` that an update returned, in the order of the returned
/// array, after the new model is visible, on the thread that handles the message. Return soon, and
/// hand long work to a queue or conform to ``AsyncCommandInterpreter``. Dispatch any number of
/// messages, now or later; each starts a new update, never a nested one.
///
/// ```swift
/// struct PrintInterpreter: CommandInterpreter {
///   func interpret(_ command: Print, dispatch: Dispatcher) { print(command.text) }
/// }
/// ```
///
/// An interpreter is given what it needs in its own initialiser, where the runtime is made. It does
/// not read the model: what it must know about it is declared as a subscription with a constant id.
///
/// - Important: Register exactly one interpreter for each command type.
public protocol CommandInterpreter<Cmd>: Sendable {
  /// The commands performed: a command type, or `any P` for a protocol `P` that many command types
  /// conform to, as those of a generic type do.
  associatedtype Cmd

  /// Performs the command.
  func interpret(_ command: Cmd, dispatch: Dispatcher)
}

/// Performs the side effect that a command describes in a task of its own.
///
/// The runtime starts the task as it would call a ``CommandInterpreter``, and cancels it when the
/// command is cancelled or the runtime ends. Tasks are enqueued in the order of the commands; their
/// bodies may overlap and overtake each other, so use ``Katana/Sequential`` where one must follow
/// another. If the task has not begun by then, the interpreter is
/// not called. An error that is thrown is reported as an issue, with the command and its cause, and
/// nothing is tried again; after a cancellation it is ignored.
///
/// The task begins later than the step of its command. What must be read in that step, such as a
/// session's token, is read by a ``CommandInterpreter``, which goes on with
/// ``Dispatcher/task(_:)``.
///
/// - Important: Register exactly one interpreter for each command type.
public protocol AsyncCommandInterpreter<Cmd>: Sendable {
  /// The commands performed; see ``CommandInterpreter/Cmd``.
  associatedtype Cmd: Sendable

  /// Performs the command.
  ///
  /// An actor may perform it, and then does so on itself; a type of the main actor says so at the
  /// function: `@MainActor func interpret(…)`.
  @concurrent func interpret(_ command: Cmd, dispatch: Dispatcher) async throws
}
