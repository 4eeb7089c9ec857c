public import Katana

/// When an observing interceptor sends messages. See ``Interceptor/observe(_:)``.
public struct MessageTrigger<TypedModel: Model>: Sendable {
  enum Kind: Sendable {
    case start
    case change(@Sendable (TypedModel, TypedModel) -> Bool)
    case after(@Sendable (any Message) -> Bool)
    /// Begins to listen; the returned function ends it.
    case source(@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)
  }

  let kind: Kind
  let messages: [any Message]

  /// Sends messages once, when the runtime starts.
  public static func onStart(_ messages: any Message...) -> Self {
    Self(kind: .start, messages: messages)
  }

  /// Sends messages after each update that changed the model in a given way.
  ///
  /// Keeps the old model during the update, so the first change of each array in it copies that
  /// array.
  public static func whenModelChanges(
    _ condition: @escaping @Sendable (_ old: TypedModel, _ new: TypedModel) -> Bool,
    _ messages: any Message...
  ) -> Self {
    Self(kind: .change(condition), messages: messages)
  }

  /// Sends messages after each message of a type was handled.
  public static func after<M: Message>(
    _ type: M.Type, where condition: @escaping @Sendable (M) -> Bool = { _ in true },
    _ messages: any Message...
  ) -> Self {
    Self(kind: .after { ($0 as? M).map(condition) ?? false }, messages: messages)
  }
}

extension Interceptor {
  /// Sends messages when certain things happen, for parts of an app that are not worth an updater
  /// of their own.
  ///
  /// Prefer commands, which say the cause where it is; this is for what has no message to return a
  /// command from. The messages are queued and carry the interceptor as their origin. Make one
  /// for each runtime.
  public static func observe(_ triggers: [MessageTrigger<TypedModel>]) -> Interceptor {
    let state = ObserverState<TypedModel>()
    let watchesChanges = triggers.contains { if case .change = $0.kind { true } else { false } }
    let keepOld: @Sendable (Envelope, TypedModel) -> Interception = { _, model in
      state.old = model
      return .handle
    }
    return Interceptor(
      started: { dispatch in
        state.dispatch = dispatch
        for trigger in triggers { trigger.start(state, dispatch) }
      },
      before: watchesChanges ? keepOld : nil,
      after: { envelope, model, _ in
        for trigger in triggers where trigger.fires(after: envelope.message, state.old, model) {
          state.send(trigger.messages)
        }
        state.old = nil
      },
      stopped: {
        for end in state.endings { end() }
        state.endings = []
        state.dispatch = nil
      })
  }
}

extension MessageTrigger {
  fileprivate func start(_ state: ObserverState<TypedModel>, _ dispatch: Dispatcher) {
    switch kind {
    case .start: state.send(messages)
    case .source(let listen):
      state.endings.append(listen { for message in messages { dispatch(message) } })
    case .change, .after: break
    }
  }

  fileprivate func fires(after message: any Message, _ old: TypedModel?, _ new: TypedModel) -> Bool
  {
    switch kind {
    case .change(let condition): old.map { condition($0, new) } ?? false
    case .after(let condition): condition((message as? ScopedMessage)?.message ?? message)
    case .start, .source: false
    }
  }
}

/// What an observing interceptor remembers.
private final class ObserverState<TypedModel: Model>: @unchecked Sendable {
  // Sendable, because an interceptor is called inside the steps of one runtime only.
  var old: TypedModel?
  var dispatch: Dispatcher?
  var endings: [@Sendable () -> Void] = []

  func send(_ messages: [any Message]) {
    for message in messages { dispatch?(message) }
  }
}
