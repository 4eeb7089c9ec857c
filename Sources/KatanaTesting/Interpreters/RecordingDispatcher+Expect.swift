public import Katana

extension RecordingDispatcher {
  /// The next message that no call of this, or of `expect`, has taken yet; waits for it.
  ///
  /// - Parameter limit: How long to wait, in real time; then the test fails.
  /// - Returns: The message; `nil` after a failure.
  public func next(
    within limit: Duration = .seconds(10), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async -> (any Message)? {
    await take("a message", limit, TestPlace(fileID: fileID, filePath: filePath, line: line))
  }

  /// The next message, as a type; waits for it, and fails the test if it is of another type.
  ///
  /// - Parameter limit: How long to wait, in real time; then the test fails.
  /// - Returns: The message; `nil` after a failure.
  public func next<M: Message>(
    as type: M.Type, within limit: Duration = .seconds(10), fileID: StaticString = #fileID,
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

  /// Takes the next messages and fails the test unless they are these, in this order; waits for
  /// each.
  ///
  /// They are compared by `==` where they are `Equatable`, otherwise part by part. After the first
  /// failure the rest is left where it is.
  ///
  /// - Parameter limit: How long to wait for each, in real time; then the test fails.
  public func expect(
    _ expected: any Message..., within limit: Duration = .seconds(10),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    await expect(expected, within: limit, fileID: fileID, filePath: filePath, line: line)
  }

  /// Waits for messages, in their order; the form for a list of them.
  public func expect(
    _ expected: [any Message], within limit: Duration = .seconds(10),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    for expected in expected {
      guard let message = await take(valueText(expected), limit, place) else { return }
      if let text = RecordingTexts.unexpected(message, expected) { return place.fail(text) }
    }
  }

  /// Fails the test if something has arrived that no call of `expect` or `next` has taken, or if an
  /// interpreter threw an error that no call of `ended` has seen.
  ///
  /// Call it when the interpreter has ended, or the rest may still be on its way.
  public func expectNoMore(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let rest = arrivals.read { Array($0.messages.dropFirst($0.taken)) }
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
