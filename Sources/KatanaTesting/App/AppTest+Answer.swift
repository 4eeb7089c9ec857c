public import Katana
import KatanaComparison
import KatanaRuntime

extension AppTest {
  /// Answers a pending command through its ``Katana/Reply``, and compares all that this causes with
  /// what is stated.
  ///
  /// The command has finished then, unless `ends` is false. If the child of the model that it
  /// belongs to is gone, its answer is dropped, as in the app; that fails the test unless it says
  /// `expectingNoReceiver: true`.
  ///
  /// A value that is an error, or a result that is one, is a failure of the command: if a `retried`
  /// around it has an attempt left, the command is started again, and no message is sent.
  ///
  /// - Parameters:
  ///   - reply: Which command, and which of its replies.
  ///   - command: Which of several pending commands of the type; as its child or as the app
  ///     returned it.
  ///   - index: Which of several equal commands, from 0, in the order of their start.
  ///   - value: What the reply is made from.
  ///   - ends: Whether this is the command's last answer.
  ///   - expectingNoReceiver: Whether the answer is not handled, since its child is gone.
  ///   - messages: The messages that are handled, in order, beside the answer; where the model does
  ///     not show which message the reply makes, state that one before them. The messages of `Send`
  ///     and `Dismiss` among `commands` need not be stated.
  ///   - commands: The commands that follow, in order.
  ///   - subscriptions: What becomes of the declared subscriptions.
  ///   - exhaustive: What must be stated completely.
  ///   - change: Changes the model as expected.
  public func answer<C: Command, Value>(
    _ reply: KeyPath<C, Reply<Value>>, of command: (any Command)? = nil, at index: Int? = nil,
    with value: Value, ends: Bool = true, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = place(fileID, filePath, line)
    guard let pending = find(C.self, command, index, at: place) else { return }
    guard let reply = (pending.held.command as? C)?[keyPath: reply] else { return }
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    perform(
      pending, with: [reply(value)], error: error(in: value), ends: ends,
      expectingNoReceiver: expectingNoReceiver,
      expectation, at: place, change: change)
  }

  /// Answers a pending command with the message for a result, which may be an error.
  package func answer<C: Command>(
    _ type: C.Type, of command: any Command, at index: Int?, with message: any Message,
    error: (any Error)?, expectingNoReceiver: Bool, _ expectation: StepExpectation,
    at place: TestPlace, change: (inout AppModel) -> Void
  ) {
    guard let pending = find(C.self, command, index, at: place) else { return }
    perform(
      pending, with: [message], error: error, ends: true,
      expectingNoReceiver: expectingNoReceiver, expectation, at: place, change: change)
  }

  /// Answers a pending command through a reply that it may have; see the form for those it has.
  public func answer<C: Command, Value>(
    _ reply: KeyPath<C, Reply<Value>?>, of command: (any Command)? = nil, at index: Int? = nil,
    with value: Value, ends: Bool = true, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = place(fileID, filePath, line)
    guard let pending = find(C.self, command, index, at: place) else { return }
    guard let reply = (pending.held.command as? C)?[keyPath: reply] else {
      return place.fail(
        "The command \(valueText(pending.shown)) has no such reply.\n"
          + "To fix this, answer with messages, or without: `answer(\(C.self).self)`.")
    }
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    perform(
      pending, with: [reply(value)], error: error(in: value), ends: ends,
      expectingNoReceiver: expectingNoReceiver,
      expectation, at: place, change: change)
  }

  /// Answers a pending command with messages, and compares all that they cause with what is stated;
  /// with none, the command ends without an answer. See the form for replies.
  public func answer<C: Command>(
    _ type: C.Type, of command: (any Command)? = nil, at index: Int? = nil,
    with answers: any Message..., ends: Bool = true, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = place(fileID, filePath, line)
    guard let pending = find(C.self, command, index, at: place) else { return }
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    perform(
      pending, with: answers, ends: ends, expectingNoReceiver: expectingNoReceiver, expectation,
      at: place, change: change)
  }

  /// Lets the interpreter of a pending command throw an error, and compares all that this causes
  /// with what is stated. See the form for replies.
  ///
  /// An error that the command says nothing about, as `retried` and `onFailure` do, is reported by
  /// the runtime; that fails the test unless the app is made with `allowing: [.interpreterThrew]`.
  public func answer<C: Command>(
    _ type: C.Type, of command: (any Command)? = nil, at index: Int? = nil,
    throwing error: any Error, sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = place(fileID, filePath, line)
    guard let pending = find(C.self, command, index, at: place) else { return }
    let expectation = StepExpectation(
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
    change: (inout AppModel) -> Void
  ) {
    let labels = messages.map { ValueName($0).description }.joined(separator: ", ")
    let name =
      "the answer to \(type(of: pending.held.command))" + (labels.isEmpty ? "" : " (\(labels))")
    step(
      name, expectation, at: place, expectingNoReceiver: expectingNoReceiver, change: change
    ) {
      for message in messages {
        if let error {
          pending.held.fail(error, otherwise: message, file: place.fileID, line: place.line)
        } else {
          pending.held.send(message, file: place.fileID, line: place.line)
        }
      }
      let isTriedAgain = pending.held.isTriedAgain
      if ends { effects.finish(pending, at: place) }
      return isTriedAgain ? 0 : messages.count
    }
  }

  private func find<C: Command>(
    _ type: C.Type, _ command: (any Command)?, _ index: Int?, at place: TestPlace
  ) -> PendingEffects.Pending? {
    let ofType = effects.pending.filter { $0.held.command is C }
    let candidates = ofType.map { (leaf: $0.held.command as Any, shown: $0.shown as Any) }
    let selection = Selection(
      name: "\(C.self)", noun: "command", state: "pending", value: command, index: index)
    if let picked = selection.pick(candidates) { return ofType[picked] }
    let pair = command == nil ? sameOrigin(ofType) : nil
    place.fail(
      selection.severalText(candidates, hint: pair) ?? nothingText(C.self, command))
    return nil
  }

  /// What may be wrong if one child has asked for several commands of a type.
  private func sameOrigin(_ pending: [PendingEffects.Pending]) -> String? {
    guard pending.count > 1, Set(pending.map(\.held.scope)).count == 1 else { return nil }
    return "If the newer one should take the place of the older, the update forgot to cancel it:"
      + " `.cancellable(id: …, cancelInFlight: true)`."
  }

  private func nothingText<C: Command>(_ type: C.Type, _ command: (any Command)?) -> String {
    let name = command.map { valueText($0) } ?? "\(C.self)"
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
      ? "let time pass with `advance(by:)`, or answer what it waits for."
      : before.isEmpty
        ? "send the message that asks for it first, or answer what is pending."
        : "answer each command once; with `ends: false` it stays pending."
    return (lines + ["To fix this, \(fix)"]).joined(separator: "\n")
  }

  /// Commands that wait, each with what it waits for.
  func waitingText(_ waiting: [WaitingCommand]) -> String {
    waiting.map { waiting in
      let due = waiting.due.map { "due in \(unitText($0 - clock.now))" } ?? "until it has its turn"
      return "\(valueText(waiting.command)), \(due)"
    }.joined(separator: "; ")
  }

  private func unwrapped(_ command: any Command) -> any Command {
    (command as? ScopedCommand)?.content ?? command
  }
}

/// The error that a value tells of: that of a result, or one in whose place `nil` says success.
private func error(in value: Any) -> (any Error)? {
  (value as? any ResultOfACommand)?.error ?? value as? any Error
}

private protocol ResultOfACommand {
  var error: (any Error)? { get }
}

extension Result: ResultOfACommand {
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
