public import Foundation
public import Katana

/// A condition under which an observing interceptor sends messages; see
/// ``Interceptor/observe(_:)``.
public struct MessageTrigger<TypedModel: Model>: Sendable {
  typealias SendAll = @Sendable ([any Message]) -> Void

  /// Called when the runtime starts. Returns what ends the trigger.
  var start: @Sendable (@escaping SendAll) -> @Sendable () -> Void = { _ in {} }
  /// Whether it takes a message, so that the message needs no updater.
  var takes: @Sendable (any Message) -> Bool = { _ in false }
  var readsOldModel = false
  /// Returns what to send after a message was handled. The old model is `nil` if no trigger reads it.
  var messages: @Sendable (any Message, _ old: TypedModel?, _ new: TypedModel) -> [any Message] =
    { _, _, _ in [] }

  /// Sends messages once, when the runtime starts. They are handled before the messages that its
  /// initial commands send.
  public static func onStart(_ messages: any Message...) -> Self {
    Self(
      start: { send in
        send(messages)
        return {}
      })
  }

  /// After each update, sends the messages that a function returns for the models before and after
  /// it.
  ///
  /// ```swift
  /// .whenModelChanges { old, new in
  ///   old.language == new.language ? [] : [SettingsMessage.languageChanged(new.language)]
  /// }
  /// ```
  ///
  /// The old model is kept during the update, so the first change of each array in it copies that
  /// array.
  public static func whenModelChanges(
    _ messages: @escaping @Sendable (_ old: TypedModel, _ new: TypedModel) -> [any Message]
  ) -> Self {
    Self(readsOldModel: true) { _, old, new in old.map { messages($0, new) } ?? [] }
  }

  /// After each message of a type was handled, sends the messages that a function returns for it.
  /// The type needs no updater.
  public static func after<M: Message>(
    _ type: M.Type, _ messages: @escaping @Sendable (M) -> [any Message]
  ) -> Self {
    Self(takes: { $0 is M }) { message, _, _ in (message as? M).map(messages) ?? [] }
  }
}

extension Interceptor {
  /// Creates an interceptor that sends messages under certain conditions, for small parts of an app
  /// that need no updater of their own.
  ///
  /// Prefer commands, which stand in the update that causes them. Use this only where no update can
  /// return a command. The messages are queued, and their origin is ``Origin/interceptor``.
  public static func observe(_ triggers: [MessageTrigger<TypedModel>]) -> Interceptor {
    forEachRuntime { dispatch in
      let state = ObserverState<TypedModel>()
      let send: @Sendable ([any Message]) -> Void = { for message in $0 { dispatch(message) } }
      let keepOld: @Sendable (Envelope, TypedModel) -> Interception = { _, model in
        state.old = model
        return .handle
      }
      var interceptor = Interceptor(
        started: { _ in state.endings = triggers.map { $0.start(send) } },
        before: triggers.contains(where: \.readsOldModel) ? keepOld : nil,
        after: { envelope, model, _ in
          let message = (envelope.message as? ScopedMessage)?.message ?? envelope.message
          for trigger in triggers { send(trigger.messages(message, state.old, model)) }
          state.old = nil
        },
        stopped: {
          for end in state.endings { end() }
          state.endings = []
        })
      interceptor.takes = { message in triggers.contains { $0.takes(message) } }
      return interceptor
    }
  }
}

/// The state of an observing interceptor in one runtime.
private final class ObserverState<TypedModel: Model>: @unchecked Sendable {
  // Sendable, because it is created for one runtime, and used inside of its steps only.
  var old: TypedModel?
  var endings: [@Sendable () -> Void] = []
}

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
