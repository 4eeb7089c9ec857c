public import Katana
import KatanaComparison
import KatanaRuntime

extension AppTest {
  /// Answers a pending command through its ``Katana/Reply``, and compares all that this causes with
  /// what is stated.
  ///
  /// The command has finished then, unless `ends` is false. If the child of the model that it
  /// belongs to is gone, its answer is dropped, as in the app.
  ///
  /// - Parameters:
  ///   - reply: Which command, and which of its replies.
  ///   - command: Which of several pending commands of the type; as its child or as the app
  ///     returned it.
  ///   - index: Which of several equal commands, from 0, in the order of their start.
  ///   - value: What the reply is made from.
  ///   - message: The message that the reply makes; not checked if `nil`. Say it where the model
  ///     does not show which message came.
  ///   - ends: Whether this is the command's last answer.
  ///   - commands: The commands that follow, in order.
  ///   - subscriptions: What becomes of the declared subscriptions.
  ///   - exhaustive: What must be stated completely.
  ///   - change: Changes the model as expected.
  public func answer<C: Command, Value>(
    _ reply: KeyPath<C, Reply<Value>>, of command: (any Command)? = nil, at index: Int? = nil,
    with value: Value, sends message: (any Message)? = nil, ends: Bool = true,
    commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard let pending = find(C.self, command, index, at: place) else { return }
    guard let reply = (pending.held.command as? C)?[keyPath: reply] else { return }
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, exhaustive: exhaustive)
    perform(
      pending, with: [reply(value)], expected: message, ends: ends, expectation, at: place,
      change: change)
  }

  /// Answers a pending command through a reply that it may have; see the form for those it has.
  public func answer<C: Command, Value>(
    _ reply: KeyPath<C, Reply<Value>?>, of command: (any Command)? = nil, at index: Int? = nil,
    with value: Value, sends message: (any Message)? = nil, ends: Bool = true,
    commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard let pending = find(C.self, command, index, at: place) else { return }
    guard let reply = (pending.held.command as? C)?[keyPath: reply] else {
      return place.fail(
        "The command \(valueText(pending.shown)) has no such reply.\n"
          + "To fix this, answer with messages, or without: `answer(\(C.self).self)`.")
    }
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, exhaustive: exhaustive)
    perform(
      pending, with: [reply(value)], expected: message, ends: ends, expectation, at: place,
      change: change)
  }

  /// Answers a pending command with messages, and compares all that they cause with what is stated;
  /// with none, the command ends without an answer. See the form for replies.
  public func answer<C: Command>(
    _ type: C.Type, of command: (any Command)? = nil, at index: Int? = nil,
    with messages: any Message..., ends: Bool = true, commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard let pending = find(C.self, command, index, at: place) else { return }
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, exhaustive: exhaustive)
    perform(
      pending, with: messages, expected: nil, ends: ends, expectation, at: place, change: change)
  }

  /// Lets the interpreter of a pending command throw an error, and compares all that this causes
  /// with what is stated. See the form for replies.
  ///
  /// An error that the command says nothing about, as `retried` and `onFailure` do, is reported by
  /// the runtime; that fails the test unless the app is made with `allowing: [.interpreterThrew]`.
  public func answer<C: Command>(
    _ type: C.Type, of command: (any Command)? = nil, at index: Int? = nil,
    throwing error: any Error, commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard let pending = find(C.self, command, index, at: place) else { return }
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, exhaustive: exhaustive)
    let name = "the error of \(C.self)"
    step(name, expectation, at: place, change: change) {
      pending.held.fail(error)
      effects.finish(pending, at: place)
    }
  }

  private func perform(
    _ pending: HeldEffects.Pending, with messages: [any Message], expected: (any Message)?,
    ends: Bool, _ expectation: StepExpectation, at place: TestPlace,
    change: (inout AppModel) -> Void
  ) {
    let labels = messages.map { ValueName($0).description }.joined(separator: ", ")
    let name =
      "the answer to \(type(of: pending.held.command))" + (labels.isEmpty ? "" : " (\(labels))")
    if let expected, let text = messagesText(expected: [expected], actual: messages) {
      place.fail("\(name): the message is not as expected (− expected, + actual).\n\(text)")
    }
    step(name, expectation, at: place, change: change) {
      for message in messages {
        pending.held.send(message, file: place.fileID, line: place.line)
      }
      if ends { effects.finish(pending, at: place) }
    }
  }

  private func find<C: Command>(
    _ type: C.Type, _ command: (any Command)?, _ index: Int?, at place: TestPlace
  ) -> HeldEffects.Pending? {
    let ofType = effects.pending.filter { $0.held.command is C }
    let candidates = ofType.map { (leaf: $0.held.command as Any, shown: $0.shown as Any) }
    let selection = Selection(
      name: "\(C.self)", noun: "command", state: "pending", value: command, index: index)
    if let picked = selection.pick(candidates) { return ofType[picked] }
    place.fail(selection.severalText(candidates) ?? nothingText(C.self, command))
    return nil
  }

  private func nothingText<C: Command>(_ type: C.Type, _ command: (any Command)?) -> String {
    let name = command.map { valueText($0) } ?? "\(C.self)"
    let waiting = runtime.waitingCommands.filter { leaf(of: $0) is C }
    let before = effects.answered.filter { unwrapped($0.command) is C }
    var lines = ["No command \(name) is pending.", "  Pending: \(shownList(pending))"]
    if !waiting.isEmpty { lines.append("  Waiting for their time or turn: \(shownList(waiting))") }
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

  private func unwrapped(_ command: any Command) -> any Command {
    (command as? ScopedCommand)?.content ?? command
  }
}
