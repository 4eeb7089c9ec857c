public import Katana
import KatanaComparison
import KatanaRuntime

extension AppTest {
  /// Answers a pending command through its ``Katana/Reply``, and fails the test unless this causes
  /// exactly what is stated.
  ///
  /// The command ends with the answer, unless `ends` is false. If the child of the model that the
  /// command belongs to is gone, the answer is dropped, as in the app. A dropped answer fails the
  /// test, unless the call says `expectingNoReceiver: true`.
  ///
  /// If the value is a failure, such as an `Error` or an `Outcome` with one, the command has failed;
  /// see ``Katana/FallibleAnswer``. If it is inside of a `retried` command that has an attempt left,
  /// it starts again, and no message is sent.
  ///
  /// - Parameters:
  ///   - reply: The reply, such as `\LogIn.reply`, which also selects the type of the command.
  ///   - command: The command to answer, if several commands of the type are pending. It may be
  ///     written as the child returned it, or with the child: `Load(id: 7).in(App.at.rows[7])`.
  ///   - address: The child whose command is meant, such as `App.at.rows[7]`, if several children
  ///     have pending commands of the type.
  ///   - index: The index of the command among several equal ones, from 0, in the order of their
  ///     start.
  ///   - value: The result that the reply turns into a message.
  ///   - ends: Whether the command ends with this answer. If not, it stays pending.
  ///   - expectingNoReceiver: Whether the answer must be dropped, because its child is missing.
  ///   - messages: The other messages that are handled in this call, in order. The message of the
  ///     answer may be stated before them, for a test that checks which message the reply makes.
  ///     The messages of `Send` and `Dismiss` among `commands` need not be stated.
  ///   - commands: All commands that the app returns in this call, in order.
  ///   - subscriptions: The changes of the declared subscriptions, in any order. Kept subscriptions
  ///     need not be stated.
  ///   - exhaustive: The results that must be stated completely; those of the test if it is `nil`.
  ///   - fileID: The file in which a failure is shown; the caller's by default.
  ///   - filePath: The path of this file; the caller's by default.
  ///   - line: The line at which a failure is shown; the caller's by default.
  ///   - change: Changes the model before the call into the model that is expected after it. Leave
  ///     it out if the model must not change: a closure that changes nothing fails the test.
  public func answer<C: Command, Value>(
    _ reply: KeyPath<C, Reply<Value>>, of command: (any Command)? = nil,
    in address: (any AnyAddressConvertible)? = nil, at index: Int? = nil,
    with value: Value, ends: Bool = true, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    let place = place(fileID, filePath, line)
    guard let pending = find(C.self, command, address, index, at: place) else { return }
    guard let reply = (pending.held.command as? C)?[keyPath: reply] else { return }
    let expectation = expectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    perform(
      pending, with: [reply(value)],
      error: reply.allowsFailure ? nil : commandError(in: value).error,
      ends: ends,
      expectingNoReceiver: expectingNoReceiver,
      expectation, at: place, change: change)
  }

  /// Answers a pending command through a reply, and ends it.
  package func answer<C: Command, Value>(
    _ type: C.Type, of command: any Command, at index: Int?, with reply: Reply<Value>,
    _ value: Value, expectingNoReceiver: Bool, _ expectation: StepExpectation,
    at place: TestPlace, change: ((inout AppModel) -> Void)?
  ) {
    guard let pending = find(C.self, command, nil, index, at: place) else { return }
    perform(
      pending, with: [reply(value)],
      error: reply.allowsFailure ? nil : commandError(in: value).error,
      ends: true, expectingNoReceiver: expectingNoReceiver, expectation, at: place, change: change)
  }

  /// Answers a pending command through an optional ``Katana/Reply``.
  ///
  /// Fails the test if the reply of the command is `nil`. The form for a reply that is not optional
  /// describes the parameters.
  public func answer<C: Command, Value>(
    _ reply: KeyPath<C, Reply<Value>?>, of command: (any Command)? = nil,
    in address: (any AnyAddressConvertible)? = nil, at index: Int? = nil,
    with value: Value, ends: Bool = true, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    let place = place(fileID, filePath, line)
    guard let pending = find(C.self, command, address, index, at: place) else { return }
    guard let reply = (pending.held.command as? C)?[keyPath: reply] else {
      return place.fail(
        "The command \(valueText(pending.shown)) has no such reply.\n"
          + "To fix this, answer with messages, or without: `answer(\(C.self).self)`.")
    }
    let expectation = expectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    perform(
      pending, with: [reply(value)],
      error: reply.allowsFailure ? nil : commandError(in: value).error,
      ends: ends,
      expectingNoReceiver: expectingNoReceiver,
      expectation, at: place, change: change)
  }

  /// Answers a pending command with messages instead of a reply.
  ///
  /// Without messages, the command ends without an answer. The form for a ``Katana/Reply``
  /// describes the other parameters.
  ///
  /// - Parameters:
  ///   - type: The type of the command.
  ///   - answers: The messages that the command sends, in order.
  public func answer<C: Command>(
    _ type: C.Type, of command: (any Command)? = nil,
    in address: (any AnyAddressConvertible)? = nil, at index: Int? = nil,
    with answers: any Message..., ends: Bool = true, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    let place = place(fileID, filePath, line)
    guard let pending = find(C.self, command, address, index, at: place) else { return }
    let expectation = expectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    perform(
      pending, with: answers, ends: ends, expectingNoReceiver: expectingNoReceiver, expectation,
      at: place, change: change)
  }

  /// Ends a pending command with an error, as if its interpreter had thrown it.
  ///
  /// The runtime reports an error that no `retried` and no `onFailure` around the command handles.
  /// This issue fails the test, unless the test was created with `allowing: [.interpreterThrew]`.
  /// The form for a ``Katana/Reply`` describes the other parameters.
  ///
  /// - Parameters:
  ///   - type: The type of the command.
  ///   - error: The error that the interpreter throws.
  public func answer<C: Command>(
    _ type: C.Type, of command: (any Command)? = nil,
    in address: (any AnyAddressConvertible)? = nil, at index: Int? = nil,
    throwing error: any Error, sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    let place = place(fileID, filePath, line)
    guard let pending = find(C.self, command, address, index, at: place) else { return }
    let expectation = expectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    let name = "the error of \(C.self)"
    step(name, expectation, at: place, change: change) {
      pending.held.fail(error)
      effects.finish(pending, at: place)
      return 0
    }
  }

  private func perform(
    _ pending: PendingEffects.Pending, with messages: [any Message], error: (any Error)? = nil,
    ends: Bool, expectingNoReceiver: Bool, _ expectation: StepExpectation, at place: TestPlace,
    change: ((inout AppModel) -> Void)?
  ) {
    let labels = messages.map { ValueName($0).description }.joined(separator: ", ")
    let name =
      "the answer to \(type(of: pending.held.command))" + (labels.isEmpty ? "" : " (\(labels))")
    step(
      name, expectation, at: place, expectingNoReceiver: expectingNoReceiver, change: change
    ) {
      for message in messages {
        if let error {
          pending.held.dispatch?.failed(
            error, otherwise: message, file: place.fileID, line: place.line)
        } else {
          pending.held.dispatch?(message, file: place.fileID, line: place.line)
        }
      }
      let isKept = pending.held.isAnswerKept
      if ends { effects.finish(pending, at: place) }
      return isKept ? 0 : messages.count
    }
  }

  private func find<C: Command>(
    _ type: C.Type, _ command: (any Command)?, _ address: (any AnyAddressConvertible)?,
    _ index: Int?, at place: TestPlace
  ) -> PendingEffects.Pending? {
    guard ensureRunning("answer of \(C.self)", at: place) else { return nil }
    let ofType = effects.pending.filter {
      $0.held.command is C && (address?.anyAddress ?? $0.held.scope) == $0.held.scope
    }
    let candidates = ofType.map { (leaf: $0.held.command as Any, shown: $0.shown as Any) }
    let selection = Selection(
      name: "\(C.self)", noun: "command", state: "pending", value: command, index: index)
    if let picked = selection.pick(candidates) { return ofType[picked] }
    let pair = command == nil ? sameOrigin(ofType) : nil
    place.fail(
      selection.severalText(candidates, hint: pair) ?? nothingText(C.self, command, address))
    return nil
  }

  /// A hint for several pending commands of one type and one child: the app may have forgotten to
  /// cancel the older ones.
  private func sameOrigin(_ pending: [PendingEffects.Pending]) -> String? {
    guard pending.count > 1, Set(pending.map(\.held.scope)).count == 1 else { return nil }
    return "If the newer command should replace the older one, the update did not cancel that one:"
      + " `.cancellable(id: …, cancelInFlight: true)`."
  }

  private func nothingText<C: Command>(
    _ type: C.Type, _ command: (any Command)?, _ address: (any AnyAddressConvertible)?
  ) -> String {
    let place = address.map { " in \($0.anyAddress)" } ?? ""
    let name = (command.map { valueText($0) } ?? "\(C.self)") + place
    let waiting = runtime.waitingCommands.filter { leaf(of: $0.command) is C }
    let before = effects.answered.filter { unwrapped($0.command) is C }
    var lines = ["No command \(name) is pending.", "  Pending: \(shownList(pending))"]
    if !waiting.isEmpty { lines.append("  Waiting: \(waitingText(waiting))") }
    for (command, place) in before {
      lines.append("  Answered before: \(valueText(command)), at \(place)")
    }
    for (command, place) in effects.cancelled where unwrapped(command) is C {
      lines.append("  Cancelled before: \(valueText(command)), at \(place)")
    }
    let fix =
      !waiting.isEmpty
      ? "let time pass with `advance(by:)`, or answer the command that it waits for."
      : before.isEmpty
        ? "send the message that returns it first, or answer a command that is pending."
        : "answer each command once; with `ends: false` it stays pending."
    return (lines + ["To fix this, \(fix)"]).joined(separator: "\n")
  }

  /// A list of waiting commands, each with the reason why it waits.
  func waitingText(_ waiting: [WaitingCommand]) -> String {
    waiting.map { waiting in
      let due =
        waiting.due.map { "due in \(unitText($0.subtracting(clock.now)))" } ?? "waiting for others"
      return "\(valueText(waiting.command)), \(due)"
    }.joined(separator: "; ")
  }

  private func unwrapped(_ command: any Command) -> any Command {
    (command as? LayeredCommand)?.content ?? command
  }
}
