import FlyingSocks
import Foundation

/// A socket pool that switches off Nagle's algorithm for every socket it sees.
///
/// FlyingFox writes the head and the body of an answer separately. With Nagle's algorithm the body
/// waits for the acknowledgement of the head, which the client delays by 40 ms. FlyingFox offers no
/// option for it, and every socket passes through here: the listening one before it accepts (Linux
/// and Darwin hand the option on to accepted sockets), the others before they read.
struct NoDelaySocketPool: AsyncSocketPool {
  let base: any AsyncSocketPool

  func prepare() async throws {
    try await base.prepare()
  }

  func run() async throws {
    try await base.run()
  }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    let noDelay = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    try socket.setValue(true, for: noDelay)
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
