public import Foundation
public import Katana

/// Sends a message for each notification with a name that a notification centre posts.
///
/// ```swift
/// NotificationPosted(
///   UIApplication.didEnterBackgroundNotification, reply(.wentToBackground))
/// ```
///
/// Use this to learn when an app on Apple's systems enters the background, wakes up or quits:
/// `UIApplication`, `NSApplication`, `NSWorkspace` and `ProcessInfo` declare the names.
///
/// Messages are sent on the thread that posts the notification, before `post` returns. So a runtime
/// that executes on the threads of its callers handles them before the system continues.
///
/// Run by the interpreters of `.notifications()`.
public struct NotificationPosted: Subscription {
  /// The name of the notifications.
  public var name: Notification.Name
  /// The reply, which turns each notification into a message.
  public var reply: Reply<PostedNotification>

  /// Creates a subscription to the notifications with a name.
  public init(_ name: Notification.Name, _ reply: Reply<PostedNotification>) {
    self.name = name
    self.reply = reply
  }

  /// Creates a subscription whose messages do not carry the notification.
  public init(_ name: Notification.Name, _ reply: Reply<Void>) {
    self.init(name, reply.converting { (_: PostedNotification) in })
  }
}

/// The content of a notification, as a value that can be sent to any thread and compared.
public struct PostedNotification: Hashable, Sendable {
  /// The name of the notification.
  public var name: Notification.Name
  /// The user info. Each key is the text of the original key.
  public var userInfo: [String: NotificationValue]

  /// Creates the content of a notification, for tests.
  public init(_ name: Notification.Name, userInfo: [String: NotificationValue] = [:]) {
    self.name = name
    self.userInfo = userInfo
  }
}

/// A value in the user info of a notification.
///
/// User info may hold objects that must not be used on another thread. Values of the kinds below
/// are copied. For any other value, ``other(_:)`` holds its description.
public indirect enum NotificationValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A Boolean value.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// A floating-point number.
  case number(Double)
  /// A date.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A URL.
  case url(URL)
  /// A UUID.
  case id(UUID)
  /// An array of values.
  case list([NotificationValue])
  /// A dictionary of values. Each key is the text of the original key.
  case dictionary([String: NotificationValue])
  /// The description of a value of any other kind.
  case other(String)
}
