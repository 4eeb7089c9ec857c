public import Katana

/// A command with a random result.
///
/// Conform a type of your own if none of the existing commands fits, and list it in the `effects`
/// of the feature that uses it. Performed by the interpreters of `.random()`.
public protocol RandomCommand: Command {
  /// The random result.
  associatedtype Value: Sendable

  /// The reply, which turns the result into a message.
  var reply: Reply<Value> { get }

  /// Returns a random result.
  ///
  /// Called once for each command, in the order of the commands. All randomness must come from the
  /// generator, so that a test with a seed is repeatable.
  ///
  /// - Parameter generator: The source of randomness.
  func value<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> Value
}

/// Chooses a random integer in a range. All integers are equally likely.
///
/// ```swift
/// case .rollTapped: return [RandomNumber(in: 1...6, reply { .rolled($0) })]
/// ```
public struct RandomNumber: RandomCommand, Equatable {
  /// The range of the result.
  package var range: ClosedRange<Int>
  /// The reply, which turns the integer into a message.
  public var reply: Reply<Int>

  /// Creates a command that chooses an integer in a range.
  public init(in range: ClosedRange<Int>, _ reply: Reply<Int>) {
    self.range = range
    self.reply = reply
  }

  /// Returns a random integer in the range.
  public func value<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> Int {
    Int.random(in: range, using: &generator)
  }
}

/// Chooses a random floating-point number in a range, such as `0...1`.
public struct RandomFraction: RandomCommand, Equatable {
  /// The range of the result. Its bounds must be finite.
  package var range: ClosedRange<Double>
  /// The reply, which turns the number into a message.
  public var reply: Reply<Double>

  /// Creates a command that chooses a number in a range.
  public init(in range: ClosedRange<Double> = 0...1, _ reply: Reply<Double>) {
    self.range = range
    self.reply = reply
  }

  /// Returns a random number in the range.
  public func value<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> Double {
    Double.random(in: range, using: &generator)
  }
}

/// Chooses a random element. All elements are equally likely.
public struct RandomElement<Element: Equatable & Sendable>: RandomCommand, Equatable {
  /// The elements to choose from.
  package var elements: [Element]
  /// The reply, which turns the element into a message; `nil` if there are no elements.
  public var reply: Reply<Element?>

  /// Creates a command that chooses one of several elements.
  public init(of elements: [Element], _ reply: Reply<Element?>) {
    self.elements = elements
    self.reply = reply
  }

  /// Returns a random element.
  public func value<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> Element? {
    elements.randomElement(using: &generator)
  }
}

/// Puts elements into a random order. All orders are equally likely.
public struct Shuffle<Element: Equatable & Sendable>: RandomCommand, Equatable {
  /// The elements.
  package var elements: [Element]
  /// The reply, which turns the shuffled elements into a message.
  public var reply: Reply<[Element]>

  /// Creates a command that shuffles elements.
  public init(_ elements: [Element], _ reply: Reply<[Element]>) {
    self.elements = elements
    self.reply = reply
  }

  /// Returns the shuffled elements.
  public func value<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> [Element] {
    elements.shuffled(using: &generator)
  }
}
