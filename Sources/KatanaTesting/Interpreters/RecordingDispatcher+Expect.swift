public import Katana

extension RecordingDispatcher {
  /// Takes the next message, and waits for it if none has arrived.
  ///
  /// Each message is taken once, by a call of `next` or of `expect`.
  ///
  /// - Parameter limit: The longest time to wait, in real time; then the test fails.
  /// - Returns: The message; `nil` after a failure.
  public func next(
    within limit: Duration = .seconds(60), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async -> (any Message)? {
    await take("a message", limit, TestPlace(fileID: fileID, filePath: filePath, line: line))
  }

  /// Takes the next message as a value of a type, and waits for it if none has arrived.
  ///
  /// Fails the test if the message is of another type; the message counts as taken then too.
  ///
  /// - Parameters:
  ///   - type: The expected type of the message.
  ///   - limit: The longest time to wait, in real time; then the test fails.
  /// - Returns: The message; `nil` after a failure.
  public func next<M: Message>(
    as type: M.Type, within limit: Duration = .seconds(60), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async -> M? {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard let message = await take("a message of type \(type)", limit, place) else { return nil }
    guard let typed = message as? M else {
      place.fail(RecordingTexts.otherType(message, wanted: type))
      return nil
    }
    return typed
  }

  /// Takes the next messages, and fails the test unless they are the expected ones, in their order.
  ///
  /// Waits for each message that has not arrived. `Equatable` messages are compared by `==`, all
  /// others property by property. After the first failure, no further messages are taken.
  ///
  /// - Parameters:
  ///   - expected: The expected messages, in order.
  ///   - limit: The longest time to wait for each message, in real time; then the test fails.
  public func expect(
    _ expected: any Message..., within limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    await expect(expected, within: limit, fileID: fileID, filePath: filePath, line: line)
  }

  /// Takes the next messages, and fails the test unless they are those of a list, in its order.
  ///
  /// - Parameters:
  ///   - expected: The expected messages, in order.
  ///   - limit: The longest time to wait for each message, in real time; then the test fails.
  public func expect(
    _ expected: [any Message], within limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    for expected in expected {
      guard let message = await take(valueText(expected), limit, place) else { return }
      if let text = RecordingTexts.unexpected(message, expected) {
        // What follows in the list was expected.
        arrivals.update { $0.known = .max }
        return place.fail(text)
      }
    }
  }

  /// Fails the test if a message has arrived that no call of `expect` or `next` has taken, or if an
  /// interpreter threw an error that no call of `ended` has reported.
  ///
  /// Call this after `ended`. Before that, more messages may still arrive.
  public func expectNoMore(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let rest = arrivals.update { arrivals in
      arrivals.known = arrivals.messages.count
      return Array(arrivals.messages.dropFirst(arrivals.taken))
    }
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    if !rest.isEmpty { place.fail(RecordingTexts.notTaken(rest)) }
    for (name, error) in unseenErrors() { place.fail(RunTexts.threw(name, error)) }
  }

  private func take(
    _ awaited: String, _ limit: Duration, _ place: TestPlace
  ) async -> (any Message)? {
    let message = await arrivals.first(within: limit) { $0.take() }
    if message == nil {
      place.fail(
        Task.isCancelled
          ? RecordingTexts.cancelled(awaited) : RecordingTexts.nothingArrived(awaited, limit, self))
    }
    return message
  }
}
