public import Foundation
public import Katana

/// Asks for the current date and time.
///
/// ```swift
/// case .orderTapped: return [Now(Reply(ShopMessage.ordered))]
/// case .ordered(let date): model.orders.append(Order(date: date))
/// ```
///
/// The answer comes before any other message that was not sent yet. Performed by the interpreters
/// of `.time()`.
public struct Now: Command, Equatable {
  /// Makes the message of the answer.
  public var reply: Reply<Date>

  /// Creates a question for the current date and time.
  public init(_ reply: Reply<Date>) { self.reply = reply }
}

/// Asks for the calendar date of today in the current time zone.
///
/// Performed by the interpreters of `.time()`.
public struct Today: Command, Equatable {
  /// Makes the message of the answer.
  public var reply: Reply<CalendarDate>

  /// Creates a question for the date of today.
  public init(_ reply: Reply<CalendarDate>) { self.reply = reply }
}

/// Asks for the current time zone.
///
/// Performed by the interpreters of `.time()`.
public struct CurrentTimeZone: Command, Equatable {
  /// Makes the message of the answer.
  public var reply: Reply<TimeZone>

  /// Creates a question for the current time zone.
  public init(_ reply: Reply<TimeZone>) { self.reply = reply }
}
