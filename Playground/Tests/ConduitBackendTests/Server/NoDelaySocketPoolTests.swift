import FlyingSocks
import Foundation
import Testing

@testable import ConduitBackend

@Suite("A socket pool without delay")
struct NoDelaySocketPoolTests {
  @Test("A socket that waits sends its small packets at once from then on")
  func setsOption() async throws {
    let socket = try Socket(domain: AF_INET)
    defer { try? socket.close() }
    let option = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    #expect(try !socket.getValue(for: option))

    try await NoDelaySocketPool(base: ReadyPool()).suspendSocket(socket, untilReadyFor: .read)

    #expect(try socket.getValue(for: option))
  }
}

/// A pool for which every socket is ready at once.
private struct ReadyPool: AsyncSocketPool {
  func prepare() async throws {}
  func run() async throws {}
  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {}
}
