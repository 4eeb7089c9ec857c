public import Foundation
public import Katana

extension MessageTrigger {
  /// Sends messages whenever a notification is posted, from the start of the runtime until its end.
  public static func onNotification(
    _ name: Notification.Name, from center: NotificationCenter = .default,
    _ messages: any Message...
  ) -> Self {
    onNotification(name, from: center) { _ in messages }
  }

  /// Sends the messages that a function returns for each notification, for example from its user
  /// info.
  ///
  /// It observes from before the initial commands start until the runtime ends. The function is
  /// called on the thread that posts the notification.
  public static func onNotification(
    _ name: Notification.Name, from center: NotificationCenter = .default,
    _ messages: @escaping @Sendable (Notification) -> [any Message]
  ) -> Self {
    Self(
      start: { send in
        // The token must be removed, or the notification center keeps the observer for ever.
        nonisolated(unsafe) let token = center.addObserver(forName: name, object: nil, queue: nil) {
          send(messages($0))
        }
        return { center.removeObserver(token) }
      })
  }
}
