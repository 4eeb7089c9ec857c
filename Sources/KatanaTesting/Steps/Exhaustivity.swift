/// Which results of a step a test must state completely.
///
/// What need not be complete is still checked as far as it is stated. `false` stands for nothing,
/// `true` for everything:
///
/// ```swift
/// test.send(.tapped, exhaustive: false) { $0.count = 1 }
/// test.send(.tapped, commands: [Save()], exhaustive: [.model, .subscriptions])
/// ```
public struct Exhaustivity: OptionSet, ExpressibleByBooleanLiteral, Sendable {
  /// The bits of the options.
  public let rawValue: Int

  /// Options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Everything or nothing.
  public init(booleanLiteral value: Bool) { self = value ? .everything : [] }

  /// All of the model; else what the closure sets must be so, and the rest may be anything.
  public static let model = Exhaustivity(rawValue: 1)
  /// All commands; else those stated must be there, in their order, among others.
  public static let commands = Exhaustivity(rawValue: 2)
  /// All changes of the subscriptions; else those stated must be among them.
  public static let subscriptions = Exhaustivity(rawValue: 4)
  /// All messages that are handled; else those stated must be among them, in their order.
  public static let messages = Exhaustivity(rawValue: 8)
  /// The model, the commands, the subscriptions and the messages.
  public static let everything: Exhaustivity = [.model, .commands, .subscriptions, .messages]
}
