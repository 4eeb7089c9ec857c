public import Katana

/// A condition under which an observing interceptor sends messages; see
/// ``Interceptor/observe(_:)``.
public struct MessageTrigger<TypedModel: Model>: Sendable {
  enum Kind: Sendable {
    case start([any Message])
    case change(@Sendable (_ old: TypedModel, _ new: TypedModel) -> [any Message])
    case after(
      takes: @Sendable (any Message) -> Bool, @Sendable (any Message) -> [any Message])
    /// Begins to observe a source of messages. The returned function ends the observation.
    case source(@Sendable (@escaping @Sendable ([any Message]) -> Void) -> @Sendable () -> Void)
  }

  let kind: Kind

  /// Sends messages once, when the runtime starts. They are handled before the messages that its
  /// initial commands send.
  public static func onStart(_ messages: any Message...) -> Self { Self(kind: .start(messages)) }

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
    Self(kind: .change(messages))
  }

  /// After each message of a type was handled, sends the messages that a function returns for it.
  /// The type needs no updater.
  public static func after<M: Message>(
    _ type: M.Type, _ messages: @escaping @Sendable (M) -> [any Message]
  ) -> Self {
    Self(kind: .after(takes: { $0 is M }) { ($0 as? M).map(messages) ?? [] })
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
      let watchesChanges = triggers.contains { if case .change = $0.kind { true } else { false } }
      let keepOld: @Sendable (Envelope, TypedModel) -> Interception = { _, model in
        state.old = model
        return .handle
      }
      var interceptor = Interceptor(
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
      interceptor.takes = { message in
        triggers.contains {
          if case .after(let takes, _) = $0.kind { takes(message) } else { false }
        }
      }
      return interceptor
    }
  }
}

extension MessageTrigger {
  /// Returns the messages to send after a message was handled.
  fileprivate func messages(
    _ message: any Message, _ old: TypedModel?, _ new: TypedModel
  ) -> [any Message] {
    switch kind {
    case .change(let messages): old.map { messages($0, new) } ?? []
    case .after(_, let messages): messages((message as? ScopedMessage)?.message ?? message)
    case .start, .source: []
    }
  }
}

/// The state of an observing interceptor in one runtime.
private final class ObserverState<TypedModel: Model>: @unchecked Sendable {
  // Sendable, because it is created for one runtime, and used inside of its steps only.
  var old: TypedModel?
  var endings: [@Sendable () -> Void] = []
}
