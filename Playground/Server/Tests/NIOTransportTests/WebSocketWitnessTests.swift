import Foundation
import KatanaEffectInterpreters
import Katana
import KatanaEffects
import NIOTransport
import Testing

/// The transport of WebSockets beside a server that is not ours, PyPI's `websockets`.
///
/// One test after the other, because each waits for the start of a server on a thread of Swift's tasks.
@Suite(
  .serialized,
  .enabled(if: EchoServer.isInstalled, "the Python package websockets is not installed"))
struct WebSocketWitnessTests {
  private let server: EchoServer

  init() throws { server = try EchoServer() }

  private func open(
    _ path: String, protocols: [String] = [], headers: HTTPFields = [:], limit: Int = 1 << 22
  ) -> OpenedSocket {
    OpenedSocket(
      WebSocketOpening(
        url: server.url.appending(path: path), headers: headers, protocols: protocols,
        sizeLimit: limit))
  }

  @Test(arguments: [0, 1, 125, 126, 65_535, 65_536, 1_000_000])
  func aMessageOfAnySizeComesBack(size: Int) async throws {
    let socket = open("echo")
    try await socket.expectOpened()
    let text = String(repeating: "a", count: size)
    #expect(await socket.send(.text(text)) == nil)
    #expect(await socket.received() == .text(text))
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
    #expect(await socket.send(.bytes(data)) == nil)
    #expect(await socket.received() == .bytes(data))
    socket.close()
  }

  @Test func messagesComeBackInTheirOrder() async throws {
    let socket = open("echo")
    try await socket.expectOpened()
    for number in 0..<500 { socket.connection.send(.text("\(number)")) { _ in } }
    for number in 0..<500 { #expect(await socket.received() == .text("\(number)")) }
    socket.close()
  }

  @Test func aTextInSeveralFramesIsOneMessage() async throws {
    let socket = open("fragments")
    try await socket.expectOpened()
    #expect(await socket.received() == .text("one two three"))
    socket.close()
  }

  @Test func aPingIsAnsweredOnBothSides() async throws {
    let socket = open("ping")
    try await socket.expectOpened()
    #expect(await socket.received() == .text("answered"))
    socket.connection.ping()
    #expect(await socket.next() == .pong)
    socket.close()
  }

  @Test func theProtocolAndTheHeadersAreThoseOfTheOpening() async throws {
    let chat = open("protocol", protocols: ["other", "chat"])
    #expect(await chat.next() == .opened(protocol: "chat"))
    #expect(await chat.received() == .text("chat"))
    chat.close()
    let secret = open("header", headers: ["Authorization": Secret("Bearer 7")])
    try await secret.expectOpened()
    #expect(await secret.received() == .text("Bearer 7"))
    secret.close()
  }

  @Test func theCodeOfACloseArrivesOnBothSides() async throws {
    let socket = open("close")
    try await socket.expectOpened()
    let end = await socket.next()
    #expect(end == .ended(.closed(code: 4_001, reason: "enough")))
    let other = open("echo")
    try await other.expectOpened()
    other.connection.close(code: 1_000)
    #expect(await server.line(beginningWith: "closed 1000") != nil)
  }

  @Test func aMessageAboveTheLimitEndsTheConnection() async throws {
    let socket = open("large", limit: 1_000)
    try await socket.expectOpened()
    let end = await socket.next()
    #expect(end == .ended(.failed(.tooLarge(server.host, limit: 1_000))))
    #expect(await server.line(beginningWith: "closed") == "closed 1009")
  }

  @Test func aRefusalIsToldWithItsStatus() async {
    let socket = open("refuse")
    guard case .ended(.failed(.statusUnexpected(let response)))? = await socket.next() else {
      Issue.record("The opening was not refused.")
      return
    }
    #expect(response.status == 403)
    // As the interpreter does after each end.
    socket.close()
  }

  @Test func aConnectionThatBreaksOffIsLost() async throws {
    let socket = open("gone")
    // The server may be gone before its answer was read.
    var end = await socket.next()
    if end == .opened(protocol: nil) { end = await socket.next() }
    #expect(end == .ended(.failed(.connectionLost(server.host))))
  }

  @Test func withoutAServerTheConnectionIsRefused() async throws {
    let url = server.url
    server.stop()
    let socket = OpenedSocket(WebSocketOpening(url: url, sizeLimit: 100))
    #expect(await socket.next() == .ended(.failed(.connectionRefused(server.host))))
  }
}

/// A connection whose events a test takes one by one.
private final class OpenedSocket: Sendable {
  let connection: any WebSocketConnection
  private let events: AsyncStream<WebSocketTransportEvent>

  init(_ opening: WebSocketOpening) {
    let (events, send) = AsyncStream.makeStream(of: WebSocketTransportEvent.self)
    self.events = events
    connection = NIOWebSockets.shared.open(opening) { send.yield($0) }
  }

  func next() async -> SocketEvent? {
    for await event in events { return SocketEvent(event) }
    return nil
  }

  func expectOpened() async throws {
    let event = await next()
    try #require(event == .opened(protocol: nil))
  }

  func received() async -> WebSocketContent? {
    if case .received(let content)? = await next() { content } else { nil }
  }

  func send(_ content: WebSocketContent) async -> HTTPError? {
    await withCheckedContinuation { sent in connection.send(content) { sent.resume(returning: $0) }
    }
  }

  func close() { connection.close(code: 1_000) }
}

/// An event that can be compared.
private enum SocketEvent: Equatable {
  case opened(protocol: String?)
  case received(WebSocketContent)
  case pong
  case ended(WebSocketEnd)

  init(_ event: WebSocketTransportEvent) {
    switch event {
    case .opened(let name): self = .opened(protocol: name)
    case .received(let content): self = .received(content)
    case .pong: self = .pong
    case .ended(let end): self = .ended(end)
    }
  }
}

/// `echo.py`, in a process of its own.
private final class EchoServer: Sendable {
  /// Whether Python has the package.
  static let isInstalled: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import websockets.asyncio.server"]
    process.standardError = nil
    try? process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  let url: URL
  var host: String { "127.0.0.1:\(url.port ?? 0)" }
  private let process = Process()
  private let input = Pipe()
  private let lines: AsyncStream<String>

  init() throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3",
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "echo.py").path(),
    ]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    var port = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
      if byte.isEmpty { break }
      port += byte
    }
    url = try #require(URL(string: "ws://127.0.0.1:\(String(decoding: port, as: UTF8.self))"))
    let (lines, send) = AsyncStream.makeStream(of: String.self)
    self.lines = lines
    Thread.detachNewThread {
      // Waits for some bytes; `read(upToCount:)` would wait for all of them.
      while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
          send.yield(String(line))
        }
      }
      send.finish()
    }
  }

  deinit { stop() }

  /// Waits for a line of the output.
  func line(beginningWith text: String) async -> String? {
    for await line in lines where line.hasPrefix(text) { return line }
    return nil
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    // At once, because this holds a thread of Swift's tasks.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    while process.isRunning { usleep(1_000) }
  }
}
