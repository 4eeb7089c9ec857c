public import Foundation
import Katana
import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// Creates the interpreter of `NotificationPosted`.
  ///
  /// - Parameter center: The notification centre that posts the notifications.
  public static func notifications(from center: NotificationCenter = .default) -> Interpreter {
    .subscription {
      NotificationPostedInterpreter(center: center, subscription: $0, dispatch: $1)
    }
  }
}

/// Runs a `NotificationPosted`.
private final class NotificationPostedInterpreter: SubscriptionInterpreter {
  typealias Sub = NotificationPosted

  private let center: NotificationCenter
  private let name: Notification.Name
  private let dispatch: SubscriptionDispatcher<NotificationPosted>
  /// The token with which the centre removes the observer. If it is lost, the observer is never
  /// removed.
  private var token: (any NSObjectProtocol)?

  init(
    center: NotificationCenter, subscription: NotificationPosted,
    dispatch: SubscriptionDispatcher<NotificationPosted>
  ) {
    self.center = center
    self.name = subscription.name
    self.dispatch = dispatch
  }

  func start() {
    token = center.addObserver(forName: name, object: nil, queue: nil) { [dispatch] in
      let posted = PostedNotification($0)
      dispatch.answer(\.reply, with: posted)
    }
  }

  func stop() {
    if let token { center.removeObserver(token) }
    token = nil
  }
}

extension PostedNotification {
  fileprivate init(_ notification: Notification) {
    self.init(
      notification.name,
      userInfo: NotificationValue.values(of: notification.userInfo ?? [:]))
  }
}

extension NotificationValue {
  fileprivate static func values(of content: [AnyHashable: Any]) -> [String: Self] {
    Dictionary(
      content.map { ("\($0.key.base)", Self($0.value)) }, uniquingKeysWith: { first, _ in first })
  }

  fileprivate init(_ value: Any) {
    switch value {
    case let value as String: self = .text(value)
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    case let value as URL: self = .url(value)
    case let value as UUID: self = .id(value)
    case let value as [Any]: self = .list(value.map(Self.init))
    case let value as [AnyHashable: Any]: self = .dictionary(Self.values(of: value))
    default: self = Self.number(value) ?? .other("\(value)")
    }
  }

  /// Returns the value for a Boolean value or a number, or `nil` for anything else.
  ///
  /// The dynamic type is compared, because on Apple's systems a cast turns each number 0 or 1 into
  /// a Boolean value.
  private static func number(_ value: Any) -> Self? {
    switch type(of: value) {
    case is Bool.Type: return (value as? Bool).map(flag)
    case is Double.Type: return (value as? Double).map(number)
    case is Float.Type: return (value as? Float).map { .number(Double($0)) }
    case is any BinaryInteger.Type:
      return (value as? any BinaryInteger).flatMap { Int(exactly: $0).map(integer) }
    default: break
    }
    guard let number = value as? NSNumber else { return nil }
    // The type codes of `@encode`: `B` and `c` are Boolean values, `f` and `d` are floating-point
    // numbers.
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "B"), UInt8(ascii: "c"): return .flag(number.boolValue)
    case UInt8(ascii: "f"), UInt8(ascii: "d"): return .number(number.doubleValue)
    default: return .integer(number.intValue)
    }
  }
}
