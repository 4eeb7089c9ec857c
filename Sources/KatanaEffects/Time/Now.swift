public import Foundation
public import Katana

/// Reads the current date and time.
///
/// ```swift
/// case .orderTapped: return [Now(reply { .ordered($0) })]
/// case .ordered(let date): model.orders.append(Order(date: date))
/// ```
///
/// The interpreter sends the reply at once when it performs the command. So the reply comes before
/// all messages that are sent later. Performed by the interpreters of `.time()`.
public struct Now: Command, Equatable {
  /// The reply, which turns the date into a message.
  public var reply: Reply<Date>

  /// Creates a command that reads the date and time.
  public init(_ reply: Reply<Date>) { self.reply = reply }
}

/// Reads the calendar date of today, in the current time zone.
///
/// Performed by the interpreters of `.time()`.
public struct Today: Command, Equatable {
  /// The reply, which turns the date into a message.
  public var reply: Reply<CalendarDate>

  /// Creates a command that reads the date of today.
  public init(_ reply: Reply<CalendarDate>) { self.reply = reply }
}

/// Reads the current time zone.
///
/// Performed by the interpreters of `.time()`.
public struct CurrentTimeZone: Command, Equatable {
  /// The reply, which turns the time zone into a message.
  public var reply: Reply<TimeZone>

  /// Creates a command that reads the time zone.
  public init(_ reply: Reply<TimeZone>) { self.reply = reply }
}
