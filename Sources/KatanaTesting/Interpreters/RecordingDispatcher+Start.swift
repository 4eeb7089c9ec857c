public import Katana
public import KatanaRuntime

extension RecordingDispatcher {
  /// Creates the interpreter of a subscription and starts it on the calling thread, as a runtime
  /// would.
  ///
  /// - Returns: The running subscription. Keep it: it holds the interpreter, as a runtime does.
  public func start<I: PlainSubscriptionInterpreter>(
    _ type: I.Type, _ subscription: I.Sub, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) -> RecordedSubscription<I> {
    start(subscription, fileID: fileID, filePath: filePath, line: line) {
      I(subscription: $0, dispatch: $1)
    }
  }

  /// Creates the interpreter of a subscription with a closure and starts it on the calling thread,
  /// as a runtime would. The closure can pass dependencies to the interpreter.
  ///
  /// ```swift
  /// let radio = recorder.start(Song(on: .fm4)) {
  ///   RadioInterpreter(receiver: receiver, subscription: $0, dispatch: $1)
  /// }
  /// ```
  ///
  /// - Returns: The running subscription. Keep it: it holds the interpreter, as a runtime does.
  public func start<I: SubscriptionInterpreter>(
    _ subscription: I.Sub, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ make: (I.Sub, SubscriptionDispatcher<I.Sub>) -> I
  ) -> RecordedSubscription<I> {
    let effect = effect(
      "\(I.Sub.self)", isSubscription: true,
      place: TestPlace(fileID: fileID, filePath: filePath, line: line))
    let declared = LoneSubscription(subscription, sendingTo: effect.runtime.dispatcher)
    let interpreter = make(
      subscription,
      declared.dispatcher { [state = effect.state] in state.update { $0.isOver = true } })
    interpreter.start()
    return RecordedSubscription(interpreter, declared, effect, self)
  }

  /// Creates the interpreter of a subscription from an ``KatanaRuntime/Interpreter`` and starts it
  /// on the calling thread, as a runtime would.
  ///
  /// ```swift
  /// let timer = recorder.start(.time(), Every(.seconds(1), Reply(ClockMessage.ticked)))
  /// ```
  ///
  /// Fails the test if the interpreter does not run subscriptions of the type.
  ///
  /// - Returns: The running subscription. Keep it: it holds the interpreter, as a runtime does.
  public func start<Sub: Subscription>(
    _ interpreter: Interpreter, _ subscription: Sub, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) -> RecordedSubscription<some SubscriptionInterpreter<Sub>> {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    return start(subscription, fileID: fileID, filePath: filePath, line: line) {
      (value, dispatch) -> RegisteredInterpreter<Sub> in
      let running = interpreter.running(value, dispatch)
      if running == nil { place.fail(SubscriptionTexts.notRun("\(Sub.self)")) }
      return RegisteredInterpreter(running)
    }
  }
}
