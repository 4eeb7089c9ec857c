import FlyingFox

/// A web socket that never opens: the client waits until the server stops.
struct EndlessHandshake: WSHandler {
  let onBegin: @Sendable () -> Void

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    onBegin()
    // A stream without elements ends only when its task is cancelled.
    let unfed = AsyncStream<Never> { _ in }
    for await _ in unfed {}
    throw CancellationError()
  }
}
