public import Katana

/// When an observing interceptor sends messages. See ``Interceptor/observe(_:)``.
public struct MessageTrigger<TypedModel: Model>: Sendable {
  enum Kind: Sendable {
    case start([any Message])
    case change(@Sendable (_ old: TypedModel, _ new: TypedModel) -> [any Message])
    case after(@Sendable (any Message) -> [any Message])
    /// Begins to listen; the returned function ends it.
    case source(@Sendable (@escaping @Sendable ([any Message]) -> Void) -> @Sendable () -> Void)
  }

  let kind: Kind

  /// Sends messages once, when the runtime starts, before what its initial commands send.
  public static func onStart(_ messages: any Message...) -> Self { Self(kind: .start(messages)) }

  /// Sends the messages that a function makes of the model before and after each update.
  ///
  /// ```swift
  /// .whenModelChanges { old, new in
  ///   old.language == new.language ? [] : [SettingsMessage.languageChanged(new.language)]
  /// }
  /// ```
  ///
  /// Keeps the old model during the update, so the first change of each array in it copies that
  /// array.
  public static func whenModelChanges(
    _ messages: @escaping @Sendable (_ old: TypedModel, _ new: TypedModel) -> [any Message]
  ) -> Self {
    Self(kind: .change(messages))
  }

  /// Sends the messages that a function makes of each message of a type, after that was handled.
  public static func after<M: Message>(
    _ type: M.Type, _ messages: @escaping @Sendable (M) -> [any Message]
  ) -> Self {
    Self(kind: .after { ($0 as? M).map(messages) ?? [] })
  }
}

extension Interceptor {
  /// Sends messages when certain things happen, for parts of an app that are not worth an updater
  /// of their own.
  ///
  /// Prefer commands, which say the cause where it is; this is for what has no message to return a
  /// command from. The messages are queued and carry the interceptor as their origin.
  public static func observe(_ triggers: [MessageTrigger<TypedModel>]) -> Interceptor {
    forEachRuntime { dispatch in
      let state = ObserverState<TypedModel>()
      let send: @Sendable ([any Message]) -> Void = { for message in $0 { dispatch(message) } }
      let watchesChanges = triggers.contains { if case .change = $0.kind { true } else { false } }
      let keepOld: @Sendable (Envelope, TypedModel) -> Interception = { _, model in
        state.old = model
        return .handle
      }
      return Interceptor(
        started: { _ in
          for trigger in triggers {
            switch trigger.kind {
            case .start(let messages): send(messages)
            case .source(let listen): state.endings.append(listen(send))
            case .change, .after: break
            }
          }
        },
        before: watchesChanges ? keepOld : nil,
        after: { envelope, model, _ in
          for trigger in triggers { send(trigger.messages(envelope.message, state.old, model)) }
          state.old = nil
        },
        stopped: {
          for end in state.endings { end() }
          state.endings = []
        })
    }
  }
}

extension MessageTrigger {
  /// What is to be sent after a message was handled.
  fileprivate func messages(
    _ message: any Message, _ old: TypedModel?, _ new: TypedModel
  ) -> [any Message] {
    switch kind {
    case .change(let messages): old.map { messages($0, new) } ?? []
    case .after(let messages): messages((message as? ScopedMessage)?.message ?? message)
    case .start, .source: []
    }
  }
}

/// What an observing interceptor remembers of one runtime.
private final class ObserverState<TypedModel: Model>: @unchecked Sendable {
  // Sendable, because it is made for one runtime, and used inside the steps of that only.
  var old: TypedModel?
  var endings: [@Sendable () -> Void] = []
}
