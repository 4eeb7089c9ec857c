public import Foundation
public import Katana

extension MessageTrigger {
  /// Sends messages whenever a notification is posted.
  public static func onNotification(
    _ name: Notification.Name, from center: NotificationCenter = .default,
    _ messages: any Message...
  ) -> Self {
    Self(
      kind: .source { send in
        // The token, not `self`, is what must be removed; forgetting that leaks the observer.
        nonisolated(unsafe) let token = center.addObserver(forName: name, object: nil, queue: nil) {
          _ in send()
        }
        return { center.removeObserver(token) }
      }, messages: messages)
  }
}
