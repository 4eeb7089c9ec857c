public import Katana

extension Runtime {
  /// Sends a message to a child, from any thread.
  ///
  /// ```swift
  /// runtime.dispatch(.toggled, to: App.at.rows[7])
  /// ```
  ///
  /// If the child is gone, the message is dropped and counted in ``Statistics/gone``; no issue is
  /// reported. If no part of the app has the address, the message is dropped, counted in
  /// ``Statistics/unknownAddress``, and reported once.
  public func dispatch<Child: Model>(
    _ message: Child.Receives, to address: Address<AppModel, Child>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    dispatch(message.to(address), file: file, line: line)
  }

  /// Sends a message of another type that the child takes, from any thread; see
  /// ``Katana/MessageTo``.
  @_disfavoredOverload  // So that compile errors name the model's own messages.
  public func dispatch<M: MessageTo>(
    _ message: M, to address: Address<AppModel, M.Receiver>, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    dispatch(message.to(address), file: file, line: line)
  }

  /// Sends a message to a child and waits for everything that it causes: messages and commands, not
  /// subscriptions.
  ///
  /// See `settle(_:timeout:)` for the parameters, the outcome and the errors.
  @discardableResult
  public func settle<Child: Model>(
    _ message: Child.Receives, to address: Address<AppModel, Child>, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws(SettleError) -> SettleOutcome {
    try await settle(message.to(address), timeout: timeout, file: file, line: line)
  }

  /// Sends a message of the type that the app's model receives, and waits for everything that it
  /// causes.
  ///
  /// See `settle(_:timeout:)` for the parameters, the outcome and the errors.
  @discardableResult @_disfavoredOverload
  public func settle(
    _ message: AppModel.Receives, timeout: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws(SettleError) -> SettleOutcome {
    try await settle(message as any Message, timeout: timeout, file: file, line: line)
  }

  /// The child at an address after the last finished update, from any thread; `nil` if it is gone.
  public subscript<Child: Model>(address: Address<AppModel, Child>) -> Child? {
    child(at: address.anyAddress, in: model)
  }
}

extension Dispatcher {
  /// Sends a message to a child of the app; see `Runtime.dispatch(_:to:)`.
  public func callAsFunction<Root: Model, Child: Model>(
    _ message: Child.Receives, to address: Address<Root, Child>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self(message.to(address), file: file, line: line)
  }

  /// Sends a message of another type that a child of the app takes; see ``Katana/MessageTo``.
  @_disfavoredOverload  // So that compile errors name the model's own messages.
  public func callAsFunction<Root: Model, M: MessageTo>(
    _ message: M, to address: Address<Root, M.Receiver>, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self(message.to(address), file: file, line: line)
  }
}

extension Runtime {
  /// Returns the child at an address in a model; `nil` if it is gone.
  ///
  /// - Parameter lastIndices: Where children were found last, for use on this thread.
  func child<Child: Model>(
    at address: AnyAddress, in model: AppModel, _ lastIndices: LastIndices? = nil
  ) -> Child? {
    var found: Child?
    withPlace(of: model) { model in
      loop.router.look(model, address, lastIndices) { child in
        found = child[as: Child.self]
      }
    }
    return found
  }
}
