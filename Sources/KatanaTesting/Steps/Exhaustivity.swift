/// The results of a step that a test must state completely.
///
/// A result that need not be complete may be left out or stated in part. What is stated is still
/// checked. `true` stands for ``everything``, `false` for none of the results:
///
/// ```swift
/// test.send(.tapped, exhaustive: false) { $0.count = 1 }
/// test.send(.tapped, commands: [Save()], exhaustive: [.model, .subscriptions])
/// ```
public struct Exhaustivity: OptionSet, ExpressibleByBooleanLiteral, Sendable {
  /// The bits of the options.
  public let rawValue: Int

  /// Creates options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates ``everything`` from `true`, and the empty set from `false`.
  public init(booleanLiteral value: Bool) { self = value ? .everything : [] }

  /// The whole model must be as stated.
  ///
  /// Without this option, it is enough that the closure leaves the model after the step unchanged:
  /// properties that the closure does not set may have any value.
  public static let model = Exhaustivity(rawValue: 1)
  /// All commands must be stated.
  ///
  /// Without this option, the stated commands must be returned in their order; others may come
  /// between them.
  public static let commands = Exhaustivity(rawValue: 2)
  /// All subscriptions that start, stop or change must be stated.
  ///
  /// Without this option, the stated changes must be among those that happen.
  public static let subscriptions = Exhaustivity(rawValue: 4)
  /// All messages that a call of ``AppTest`` leads to must be stated, and none may be dropped.
  ///
  /// The message of the call itself need not be stated, nor those of `Send` and `Dismiss`
  /// commands. Without this option, the stated messages must be handled in their order; others may
  /// come between them.
  public static let messages = Exhaustivity(rawValue: 8)
  /// The model, the commands, the subscriptions and the messages: the default of all calls.
  public static let everything: Exhaustivity = [.model, .commands, .subscriptions, .messages]
}
