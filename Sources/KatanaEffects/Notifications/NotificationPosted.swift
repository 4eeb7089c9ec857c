public import Foundation
public import Katana

/// Sends a message for each notification of a name that a notification centre posts.
///
/// ```swift
/// NotificationPosted(UIApplication.didEnterBackgroundNotification, Reply(AppMessage.wentToBackground))
/// ```
///
/// This is how an app learns of its life on Apple's systems: `UIApplication`, `NSApplication`,
/// `NSWorkspace` and `ProcessInfo` declare the names. Messages are sent on the thread that posts,
/// before `post` returns, so a runtime that executes on its callers handles them before the system
/// goes on. Run by the interpreters of `.notifications()`.
public struct NotificationPosted: Subscription {
  /// The name of the notifications.
  public var name: Notification.Name
  /// Makes the message of each notification.
  public var reply: Reply<PostedNotification>

  /// Creates a subscription to notifications of a name.
  public init(_ name: Notification.Name, _ reply: Reply<PostedNotification>) {
    self.name = name
    self.reply = reply
  }

  /// Creates a subscription whose messages do not carry the notification.
  public init(_ name: Notification.Name, _ reply: Reply<Void>) {
    self.init(name, reply.converting { (_: PostedNotification) in })
  }
}

/// What a notification said, as a value that can be sent to any thread and compared.
public struct PostedNotification: Hashable, Sendable {
  /// The name of the notification.
  public var name: Notification.Name
  /// Its user info, by the texts of its keys.
  public var userInfo: [String: NotificationValue]

  /// Creates the content of a notification, for tests.
  public init(_ name: Notification.Name, userInfo: [String: NotificationValue] = [:]) {
    self.name = name
    self.userInfo = userInfo
  }
}

/// A value of a notification's user info.
///
/// The user info of a notification may hold objects that must not leave their thread. Values of the
/// kinds below are copied; of others, ``other(_:)`` has the description.
public indirect enum NotificationValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A truth value.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// Another number.
  case number(Double)
  /// A date.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// An address.
  case url(URL)
  /// An identifier.
  case id(UUID)
  /// Several values, in their order.
  case list([NotificationValue])
  /// Values by the texts of their keys.
  case dictionary([String: NotificationValue])
  /// The description of a value of another kind.
  case other(String)
}
