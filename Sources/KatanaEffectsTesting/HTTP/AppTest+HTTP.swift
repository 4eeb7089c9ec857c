public import Katana
public import KatanaEffects
public import KatanaTesting

extension AppTest {
  /// Answers a pending HTTP request, and fails the test unless this causes exactly what is stated.
  ///
  /// ```swift
  /// app.respond(to: .get, "/articles", .json(#"[{"title": "Elm"}]"#)) { $0.titles = ["Elm"] }
  /// app.respond(to: .post, "/login", .status(401)) { $0.isRejected = true }
  /// app.respond(to: .get, "/articles", .offline) { $0.isOffline = true }
  /// ```
  ///
  /// The answer is processed as a real one: its status is checked, its JSON is decoded, and the
  /// reply of the command makes the message. A request that `.http()` does not send, such as one with a
  /// line end in a header, fails the test. After an error, a `retried` command that has an
  /// attempt left sends the request again. The request is found even if its command is inside of
  /// others, such as in `cancellable`, and if it belongs to a child.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - path: The path of its URL, without host and query.
  ///   - answer: The answer of the server.
  ///   - address: The child whose request is meant, if several children have one with this method
  ///     and path.
  ///   - index: The index of the request among several with this method and path, from 0, in the
  ///     order of their start.
  ///   - expectingNoReceiver: Whether the answer must be dropped, because its child is missing.
  ///   - messages: The other messages that are handled in this call, in order.
  ///   - commands: All commands that the app returns in this call, in order.
  ///   - subscriptions: The changes of the declared subscriptions, in any order. Kept subscriptions
  ///     need not be stated.
  ///   - exhaustive: The results that must be stated completely; those of the test if it is `nil`.
  ///   - fileID: The file in which a failure is shown; the caller's by default.
  ///   - filePath: The path of this file; the caller's by default.
  ///   - line: The line at which a failure is shown; the caller's by default.
  ///   - change: Changes the model before the call into the model that is expected after it. Leave
  ///     it out if the model must not change: a closure that changes nothing fails the test.
  public func respond(
    to method: HTTPMethod, _ path: String, _ answer: HTTPAnswer,
    in address: (any AnyAddressConvertible)? = nil, at index: Int? = nil,
    expectingNoReceiver: Bool = false, sends messages: [any Message] = [],
    commands: [any Command] = [], subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    let requests = pending.compactMap { shown in request(in: shown).map { (shown, $0) } }
    func isMatching(_ shown: any Command, _ command: any HTTPCommand) -> Bool {
      guard command.isRequest(method, path) else { return false }
      return address == nil || address?.anyAddress == (shown as? LayeredCommand)?.layer.address
    }
    let matching = requests.filter(isMatching)
    guard let index = matching.count == 1 ? index ?? 0 : index, matching.indices.contains(index)
    else {
      let place = address.map { " in \($0.anyAddress)" } ?? ""
      let text = HTTPTexts.notFound(
        "\(method) \(path)" + place, count: matching.count, requests.map(\.1.request))
      return self.place(fileID, filePath, line).fail(text)
    }
    let (shown, command) = matching[index]
    if let refusal = answer.refusal(of: command.request) {
      return TestPlace(fileID: fileID, filePath: filePath, line: line).fail(
        HTTPTexts.neverSent("\(method) \(path)", refusal))
    }
    let outcome = answer.outcome(of: command.request, toFile: command.destination != nil)
    let expectation = expectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    func send<C: HTTPCommand>(_ command: C) {
      // The pending commands that `answer` cannot tell from this one, in its order.
      let same = requests.indices.filter { isMeant(requests[$0].0, by: shown, command) }
      let place = requests.indices.filter { isMatching(requests[$0].0, requests[$0].1) }[index]
      self.answer(
        C.self, of: shown, at: same.firstIndex(of: place),
        with: command.reply, command.result(of: outcome),
        expectingNoReceiver: expectingNoReceiver, expectation,
        at: self.place(fileID, filePath, line), change: change)
    }
    send(command)
  }

  /// Returns the HTTP command itself, without the scope of a child; `nil` for other commands.
  private func request(in command: any Command) -> (any HTTPCommand)? {
    ((command as? LayeredCommand)?.content ?? command) as? any HTTPCommand
  }

  private func isMeant<C: HTTPCommand>(
    _ candidate: any Command, by shown: any Command, _ command: C
  ) -> Bool {
    guard request(in: candidate) as? C == command else { return false }
    guard let scoped = shown as? LayeredCommand else { return true }
    return (candidate as? LayeredCommand)?.layer.address == scoped.layer.address
  }
}

extension HTTPCommand {
  fileprivate func isRequest(_ method: HTTPMethod, _ path: String) -> Bool {
    request.method == method && request.path == path
  }
}

/// The texts of failures about HTTP requests.
enum HTTPTexts {
  static func neverSent(_ name: String, _ error: HTTPError) -> String {
    """
    The request \(name) is never sent, so no server answers it.
      Error: \(error.text)
    To fix this, mend the request, or answer with `.failure` and this error.
    """
  }

  static func notFound(_ name: String, count: Int, _ requests: [HTTPRequest]) -> String {
    let list = requests.map { "\($0.method) \($0.url.isSecret ? "\($0.url)" : $0.path)" }.joined(
      separator: ", ")
    let subject = count == 0 ? "No request" : "\(count) requests"
    let fix =
      count > 1
      ? "select one by its child, `in:`, or by its number from 0, `at:`."
      : "send the message that causes it first, or answer a request that is pending."
    return """
      \(subject) \(name) \(count > 1 ? "are" : "is") pending.
        Pending: \(list.isEmpty ? "(none)" : list)
      To fix this, \(fix)
      """
  }
}
