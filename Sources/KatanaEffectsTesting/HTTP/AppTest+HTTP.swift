public import Katana
public import KatanaEffects
public import KatanaTesting

extension AppTest {
  /// Answers the pending request of a method and a path, and compares all that this causes with
  /// what is stated.
  ///
  /// ```swift
  /// app.respond(to: .get, "/articles", .json(#"[{"title": "Elm"}]"#)) { $0.titles = ["Elm"] }
  /// app.respond(to: .post, "/login", .status(401)) { $0.isRejected = true }
  /// app.respond(to: .get, "/articles", .offline) { $0.isOffline = true }
  /// ```
  ///
  /// The answer goes the way of a real one: the status is checked, JSON is decoded, and the reply
  /// of the command makes the message; after an error, a `retried` around the command sends the
  /// request again if it has an attempt left. A request is found wherever its command is wrapped, such as
  /// in `cancellable` or in a child.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - path: The path of its address, without host and query.
  ///   - answer: What the server does.
  ///   - index: Which of several such requests, from 0, in the order of their start.
  public func respond(
    to method: HTTPMethod, _ path: String, _ answer: HTTPAnswer, at index: Int? = nil,
    expectingNoReceiver: Bool = false, sends messages: [any Message] = [],
    commands: [any Command] = [], subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity = .everything, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let requests = pending.compactMap { shown in request(in: shown).map { (shown, $0) } }
    let matching = requests.filter { $0.1.isRequest(method, path) }
    guard let index = matching.count == 1 ? index ?? 0 : index, matching.indices.contains(index)
    else {
      let text = HTTPTexts.notFound(
        "\(method) \(path)", count: matching.count, requests.map(\.1.request))
      return TestPlace(fileID: fileID, filePath: filePath, line: line).fail(text)
    }
    let (shown, command) = matching[index]
    let outcome = answer.outcome(of: command.request, toFile: command.destination != nil)
    let error: HTTPError? = if case .failure(let error) = outcome { error } else { nil }
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    func send<C: HTTPCommand>(_ command: C) {
      // What `answer` takes for the same command, in its order.
      let same = requests.indices.filter { isMeant(requests[$0].0, by: shown, command) }
      let place = requests.indices.filter { requests[$0].1.isRequest(method, path) }[index]
      self.answer(
        C.self, of: shown, at: same.firstIndex(of: place),
        with: command.message(for: outcome), error: error,
        expectingNoReceiver: expectingNoReceiver, expectation,
        at: self.place(fileID, filePath, line), change: change)
    }
    send(command)
  }

  /// The request of a command, perhaps of a child.
  private func request(in command: any Command) -> (any HTTPCommand)? {
    ((command as? ScopedCommand)?.content ?? command) as? any HTTPCommand
  }

  private func isMeant<C: HTTPCommand>(
    _ candidate: any Command, by shown: any Command, _ command: C
  ) -> Bool {
    guard request(in: candidate) as? C == command else { return false }
    guard let scoped = shown as? ScopedCommand else { return true }
    return (candidate as? ScopedCommand)?.scope == scoped.scope
  }
}

extension HTTPCommand {
  fileprivate func isRequest(_ method: HTTPMethod, _ path: String) -> Bool {
    request.method == method && request.path == path
  }
}

/// What failures say about requests.
enum HTTPTexts {
  static func notFound(_ name: String, count: Int, _ requests: [HTTPRequest]) -> String {
    let list = requests.map { "\($0.method) \($0.path)" }.joined(separator: ", ")
    let subject = count == 0 ? "No request" : "\(count) requests"
    let fix =
      count > 1
      ? "say which one with its number, from 0: `at:`."
      : "send the message that asks for it first, or answer one that is pending."
    return """
      \(subject) \(name) \(count > 1 ? "are" : "is") pending.
        Pending: \(list.isEmpty ? "(none)" : list)
      To fix this, \(fix)
      """
  }
}
