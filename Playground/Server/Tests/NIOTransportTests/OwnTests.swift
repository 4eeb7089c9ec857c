import AsyncHTTPClient
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import NIOTransport

/// What the tests of `Shared` do not try, because it is special to these transports.
@Suite struct OwnTests {
  @Test func aTransportOfOnesOwnIsReleased() async {
    let server = RawServer { _, connection in connection.answer(200, "one") }
    defer { server.stop() }
    weak var kept: NIOTransport?
    do {
      let transport = NIOTransport()
      kept = transport
      #expect(await Web(transport).fetch(.get(server.url)) != nil)
    }
    // The queues may be letting go of it at this moment.
    let end = ContinuousClock.now + .seconds(60)
    while kept != nil, ContinuousClock.now < end { await Task.yield() }
    #expect(kept == nil)
  }

  @Test func aSocketThatIsClosedBeforeItIsOpenEndsItsConnection() async throws {
    let events = AsyncStream.makeStream(of: String.self)
    let server = RawServer { _, connection in
      events.continuation.yield("asked")
      connection.waitForEnd()
      events.continuation.yield("ended")
    }
    defer { server.stop() }
    let url = try #require(URL(string: "ws://\(server.host)/"))
    let socket = NIOWebSockets.shared.open(WebSocketOpening(url: url, sizeLimit: 100)) { _ in
      Issue.record("an event after the close")
    }
    for await event in events.stream {
      if event == "asked" { socket.close(code: 1_001) } else { break }
    }
  }

  @Test func anUploadThatIsCancelledBehindAFullConnectionEnds() async throws {
    let ended = AsyncStream.makeStream(of: Void.self)
    // Reads nothing.
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { channel in
        channel.closeFuture.whenComplete { _ in ended.continuation.yield() }
        return channel.eventLoop.makeSucceededVoidFuture()
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(server.localAddress?.port)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(count: 50_000_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    for body in [HTTPExchange.Body.file(file.path()), .bytes(Data(count: 50_000_000))] {
      let sent = AsyncStream.makeStream(of: Int.self)
      let task = NIOTransport.shared.start(HTTPExchange(.post, url, body: body)) { event in
        if case .sent(let count, of: 50_000_000) = event { sent.continuation.yield(count) }
      }
      for await count in sent.stream where count > 0 { break }
      task.cancel()
    }
    try await server.close()
  }

  @Test func aFileThatBecomesShorterEndsTheBodyEarly() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(count: 600_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let upload = try #require(try PiecewiseUpload(.file(file.path())))
    let sizes = Locked<[Int]>([])
    let writer = NIOClient.Body.StreamWriter { part in
      sizes.withLock { $0.append(part.readableBytes) }
      try? Data(count: 1).write(to: file)
      return MultiThreadedEventLoopGroup.singleton.any().makeSucceededVoidFuture()
    }
    try await upload.body(on: MultiThreadedEventLoopGroup.singleton).stream(writer).get()
    #expect(upload.length == 600_000 && sizes.withLock { $0.reduce(0, +) } == 262_144)
  }

  @Test func aRefusalWhoseConnectionClosesEndsTheExchange() async throws {
    let server = RawServer { _, connection in
      connection.send("HTTP/1.1 422 Odd\r\nContent-Length: 0\r\n\r\n")
    }
    defer { server.stop() }
    let request = HTTPRequest.post(server.url, body: .json("ab"))
    for round in 1...200 {
      let outcome = await Web(NIOTransport.shared).fetch(request)
      guard case .failure(.statusUnexpected(let response)) = outcome, response.status == 422 else {
        Issue.record("round \(round): \(String(describing: outcome))")
        break
      }
    }
  }

  @Test(arguments: [
    (NIOSSLExtraError.failedToValidateHostname as any Error, "certificate"),
    (NIOSSLError.unableToValidateCertificate, "certificate"),
    (NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])), "lost"),
    (NIOSSLError.uncleanShutdown, "lost"),
    (IOError(errnoCode: ECONNREFUSED, reason: "connect"), "refused"),
    (IOError(errnoCode: ECONNRESET, reason: "read"), "lost"),
    (ChannelError.connectTimeout(.seconds(10)), "lost"),
  ])
  func anErrorOfTheNetworkIsTold(_ error: any Error, _ kind: String) {
    let told: String =
      switch httpError(of: error, from: "a.b", hasHead: false) {
      case .certificateInvalid("a.b", _): "certificate"
      case .connectionLost("a.b"): "lost"
      case .connectionRefused("a.b"): "refused"
      default: "another"
      }
    #expect(told == kind)
  }
}
