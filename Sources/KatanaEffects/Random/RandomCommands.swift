public import Katana

/// A command whose answer is chosen by chance.
///
/// Performed by the interpreters of `.random()`. Conform a type of your own where the ready-made
/// ones do not fit, and state it among the `effects` of the feature that uses it.
public protocol RandomCommand: Command {
  /// Returns the message of the answer.
  ///
  /// It is called once for each command, in the order of the commands, and must take all chance
  /// from the generator.
  func message<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> any Message
}

/// Asks for a whole number of a range; each is equally probable.
///
/// ```swift
/// case .rollTapped: return [RandomNumber(in: 1...6, Reply(GameMessage.rolled))]
/// ```
public struct RandomNumber: RandomCommand, Equatable {
  /// The numbers to choose from.
  public var range: ClosedRange<Int>
  /// Makes the message of the answer.
  public var reply: Reply<Int>

  /// Creates a question for a number of a range.
  public init(in range: ClosedRange<Int>, _ reply: Reply<Int>) {
    self.range = range
    self.reply = reply
  }

  /// Returns the message of a number of the range.
  public func message<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> any Message {
    reply(Int.random(in: range, using: &generator))
  }
}

/// Asks for a number of a range of floating-point numbers, such as `0...1`.
public struct RandomFraction: RandomCommand, Equatable {
  /// The numbers to choose from; the bounds are finite.
  public var range: ClosedRange<Double>
  /// Makes the message of the answer.
  public var reply: Reply<Double>

  /// Creates a question for a number of a range.
  public init(in range: ClosedRange<Double> = 0...1, _ reply: Reply<Double>) {
    self.range = range
    self.reply = reply
  }

  /// Returns the message of a number of the range.
  public func message<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> any Message {
    reply(Double.random(in: range, using: &generator))
  }
}

/// Asks for one of several elements; each is equally probable.
public struct RandomElement<Element: Equatable & Sendable>: RandomCommand, Equatable {
  /// The elements to choose from.
  public var elements: [Element]
  /// Makes the message of the answer, which is `nil` if there are no elements.
  public var reply: Reply<Element?>

  /// Creates a question for one of several elements.
  public init(of elements: [Element], _ reply: Reply<Element?>) {
    self.elements = elements
    self.reply = reply
  }

  /// Returns the message of one of the elements.
  public func message<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> any Message {
    reply(elements.randomElement(using: &generator))
  }
}

/// Asks for elements in an order of chance; each order is equally probable.
public struct Shuffle<Element: Equatable & Sendable>: RandomCommand, Equatable {
  /// The elements.
  public var elements: [Element]
  /// Makes the message of the answer.
  public var reply: Reply<[Element]>

  /// Creates a question for another order of elements.
  public init(_ elements: [Element], _ reply: Reply<[Element]>) {
    self.elements = elements
    self.reply = reply
  }

  /// Returns the message of the elements in another order.
  public func message<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> any Message {
    reply(elements.shuffled(using: &generator))
  }
}
