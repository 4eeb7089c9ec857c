public import Katana
import KatanaComparison
import KatanaRuntime

extension AppTest {
  /// Sends an event of a running subscription through its ``Katana/Reply``, and compares all that
  /// this causes with what is stated.
  ///
  /// Each part of the app that declares the subscription gets its own message.
  ///
  /// - Parameters:
  ///   - reply: Which subscription, and which of its replies.
  ///   - subscription: Which of several running subscriptions of the type; as its child or as the
  ///     app declares it: `News().in(App.at.rows[7])`.
  ///   - index: Which of several equal ones, from 0, in the order of their start.
  ///   - value: What the reply is made from.
  ///   - expectingNoReceiver: Whether the event is not handled.
  ///   - messages: The messages that are handled, in order, beside those of the event; or these
  ///     before them.
  ///   - commands: The commands that follow, in order.
  ///   - subscriptions: What becomes of the declared subscriptions.
  ///   - exhaustive: What must be stated completely.
  ///   - change: Changes the model as expected.
  public func emit<Sub: Subscription, Value>(
    _ reply: KeyPath<Sub, Reply<Value>>, of subscription: (any Subscription)? = nil,
    at index: Int? = nil, with value: Value, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity = .everything, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = place(fileID, filePath, line)
    guard let running = find(Sub.self, subscription, index, at: place) else { return }
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    step(
      "an event of \(Sub.self)", expectation, at: place,
      expectingNoReceiver: expectingNoReceiver, change: change
    ) {
      var count = 0
      running.held.send(file: fileID, line: line) { subscription in
        count += 1
        guard let sub = subscription as? Sub else { preconditionFailure("instances share a type") }
        return sub[keyPath: reply](value)
      }
      return count
    }
  }

  /// Sends a message of a running subscription, and compares all that this causes with what is
  /// stated; see the form for replies.
  public func emit<Sub: Subscription>(
    _ type: Sub.Type, of subscription: (any Subscription)? = nil, at index: Int? = nil,
    with message: any Message, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = place(fileID, filePath, line)
    guard let running = find(Sub.self, subscription, index, at: place) else { return }
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    step(
      "an event of \(Sub.self)", expectation, at: place,
      expectingNoReceiver: expectingNoReceiver, change: change
    ) {
      var count = 0
      running.held.send(file: fileID, line: line) { _ in
        count += 1
        return message
      }
      return count
    }
  }

  private func find<Sub: Subscription>(
    _ type: Sub.Type, _ subscription: (any Subscription)?, _ index: Int?, at place: TestPlace
  ) -> PendingEffects.Running? {
    let ofType = effects.running.filter { $0.payload is Sub }
    let candidates = ofType.map { (leaf: $0.payload as Any, shown: $0.shown as Any) }
    let selection = Selection(
      name: "\(Sub.self)", noun: "subscription", state: "running", value: subscription, index: index
    )
    if let picked = selection.pick(candidates) { return ofType[picked] }
    place.fail(
      selection.severalText(candidates)
        ?? nothingText(Sub.self, subscription.map { valueText($0) } ?? "\(Sub.self)"))
    return nil
  }

  private func nothingText(_ type: (some Subscription).Type, _ name: String) -> String {
    let isReal = recorder.declared.contains { Swift.type(of: leaf(of: $0)) == type }
    return failureText(
      isReal
        ? "The subscription \(name) runs with the interpreter that was given to the app."
        : "No subscription \(name) is running.",
      [("Running", shownList(running))],
      fix: isReal
        ? "let it send, such as with `advance(by:)`, or make the app without this interpreter."
        : "send the message first that makes the model declare it.")
  }
}
