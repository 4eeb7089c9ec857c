public import Katana
import KatanaComparison
import KatanaRuntime

extension AppTest {
  /// Sends an event of a running subscription through its ``Katana/Reply``, and fails the test
  /// unless this causes exactly what is stated.
  ///
  /// If several features declare the subscription, each receives the message of its own reply.
  ///
  /// - Parameters:
  ///   - reply: The reply, such as `\News.reply`, which also selects the type of the subscription.
  ///   - subscription: The subscription, if several of the type are running. It may be written as
  ///     the child declares it, or with the child: `News().in(App.at.rows[7])`.
  ///   - address: The child whose subscription is meant, such as `App.at.rows[7]`, if several
  ///     children have one of the type.
  ///   - index: The index of the subscription among several equal ones, from 0, in the order of
  ///     their start.
  ///   - value: The event that the reply turns into a message.
  ///   - expectingNoReceiver: Whether the message of the event must be dropped.
  ///   - messages: The other messages that are handled in this call, in order. The messages of the
  ///     event may be stated before them.
  ///   - commands: All commands that the app returns in this call, in order.
  ///   - subscriptions: The changes of the declared subscriptions, in any order. Kept subscriptions
  ///     need not be stated.
  ///   - exhaustive: The results that must be stated completely; those of the test if it is `nil`.
  ///   - fileID: The file in which a failure is shown; the caller's by default.
  ///   - filePath: The path of this file; the caller's by default.
  ///   - line: The line at which a failure is shown; the caller's by default.
  ///   - change: Changes the model before the call into the model that is expected after it. Leave
  ///     it out if the model must not change: a closure that changes nothing fails the test.
  public func emit<Sub: Subscription, Value>(
    _ reply: KeyPath<Sub, Reply<Value>>, of subscription: (any Subscription)? = nil,
    in address: (any AnyAddressConvertible)? = nil, at index: Int? = nil, with value: Value,
    expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    let place = place(fileID, filePath, line)
    guard let running = find(Sub.self, subscription, address, index, at: place) else { return }
    let expectation = expectation(
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

  /// Sends a message of a running subscription instead of a reply.
  ///
  /// If several features declare the subscription, the message is sent once for each. The form for
  /// a ``Katana/Reply`` describes the other parameters.
  ///
  /// - Parameters:
  ///   - type: The type of the subscription.
  ///   - message: The message that the subscription sends.
  public func emit<Sub: Subscription>(
    _ type: Sub.Type, of subscription: (any Subscription)? = nil,
    in address: (any AnyAddressConvertible)? = nil, at index: Int? = nil,
    with message: any Message, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    let place = place(fileID, filePath, line)
    guard let running = find(Sub.self, subscription, address, index, at: place) else { return }
    let expectation = expectation(
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
    _ type: Sub.Type, _ subscription: (any Subscription)?,
    _ address: (any AnyAddressConvertible)?, _ index: Int?, at place: TestPlace
  ) -> PendingEffects.Running? {
    guard ensureRunning("an event of \(Sub.self)", at: place) else { return nil }
    let ofType = effects.running.filter {
      $0.payload is Sub && (address?.anyAddress ?? $0.held.scope) == $0.held.scope
    }
    let candidates = ofType.map { (leaf: $0.payload as Any, shown: $0.shown as Any) }
    let selection = Selection(
      name: "\(Sub.self)", noun: "subscription", state: "running", value: subscription, index: index
    )
    if let picked = selection.pick(candidates) { return ofType[picked] }
    place.fail(
      selection.severalText(candidates)
        ?? nothingText(
          Sub.self,
          (subscription.map { valueText($0) } ?? "\(Sub.self)")
            + (address.map { " in \($0.anyAddress)" } ?? "")))
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
        : "first send the message after which the model declares it.")
  }
}
