import ConduitServerInterpreters
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

@testable import conduit_server

/// What clients send that no well-behaved client sends.
@Suite struct ConnectionTests {
  /// Each test whose connection is closed by a limit makes this one short, and leaves the others.
  private let limits = ConnectionLimits(
    idle: .hours(1), body: .hours(1), refusal: .hours(1))

  /// Sends bytes, and returns all that the server answers until it closes the connection.
  private func answers(
    to bytes: [String], limits: ConnectionLimits? = nil
  ) async throws -> [String] {
    try await withServer(limits ?? self.limits) { port in
      try await Self.connected(port) { inbound, outbound in
        // The server may close the connection while the client still writes.
        async let written: Void = Self.write(bytes, to: outbound)
        let answers = try await Self.answers(inbound)
        await written
        return answers
      }
    }
  }

  private static func write(
    _ texts: [String], to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) async {
    for text in texts { try? await outbound.write(ByteBuffer(string: text)) }
  }

  /// The answers: each begins with its status, and their headers but the changing ones follow.
  private static func answers(
    _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>
  ) async throws -> [String] {
    var text = ""
    // A connection that is reset has no further bytes either.
    do {
      for try await bytes in inbound { text += String(buffer: bytes) }
    } catch is IOError {}
    return text.split(separator: "HTTP/1.1 ").map { answer in
      answer.split(separator: "\r\n").filter { !$0.hasPrefix("Date:") }.joined(separator: "|")
    }
  }

  private static func connected<Value: Sendable>(
    _ port: Int,
    _ use:
      @Sendable (
        NIOAsyncChannelInboundStream<ByteBuffer>, NIOAsyncChannelOutboundWriter<ByteBuffer>
      ) async throws -> Value
  ) async throws -> Value {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose(use)
  }

  private func withServer<Value: Sendable>(
    _ limits: ConnectionLimits, _ use: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> Value {
    let server = try Server()
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let application = conduitApplication(server, port: 0, logger: logger, limits: limits) {
      listening.yield($0)
    }
    let group = ServiceGroup(services: [application], logger: logger)
    let running = Task { try await group.run() }
    var value: Result<Value, any Error>?
    for await port in ports {
      do { value = .success(try await use(port)) } catch { value = .failure(error) }
      break
    }
    await group.triggerGracefulShutdown()
    try await running.value
    await server.stop()
    return try #require(value).get()
  }

  private let close = "Host: a\r\nConnection: close\r\n\r\n"

  @Test func requestsInOnePieceAreAnsweredInTheirOrder() async throws {
    let answers = try await answers(to: [
      "GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\nOPTIONS /api/tags HTTP/1.1\r\nHost: a\r\n\r\n"
        + "HEAD /api/tags HTTP/1.1\r\nHost: a\r\n\r\nPATCH /api/tags HTTP/1.1\r\n" + close
    ])
    #expect(
      answers == [
        "404 Not Found|Content-Type: application/json; charset=utf-8|Content-Length: 33|"
          + #"{"errors":{"path":["not found"]}}"#,
        "204 No Content|Allow: GET, HEAD, OPTIONS",
        "200 OK|Content-Type: application/json; charset=utf-8|Content-Length: 92",
        "405 Method Not Allowed|Allow: GET, HEAD, OPTIONS|"
          + "Content-Type: application/json; charset=utf-8|Content-Length: 40|"
          + #"{"errors":{"method":["is not allowed"]}}"#,
      ])
  }

  @Test(arguments: [
    "GET\r\n\r\n", "GET /api/tags HTTP/9.9\r\n\r\n", "nonsense\u{0}\r\n\r\n",
    "POST /api/users HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "POST /api/users HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    "POST /api/users HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "POST /api/users HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
    "GET /api/tags HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n",
    "GET /\(String(repeating: "x", count: 100_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func whatIsNoRequestClosesTheConnection(text: String) async throws {
    let answers = try await answers(to: [text])
    #expect(answers.allSatisfy { $0.hasPrefix("4") })
  }

  @Test func aHeadThatDoesNotEndClosesTheConnection() async throws {
    var limits = limits
    limits.idle = .milliseconds(100)
    #expect(try await answers(to: ["GET /api/tags HTTP/1.1\r\nHo"], limits: limits) == [])
    #expect(try await answers(to: [], limits: limits) == [])
  }

  @Test func aBodyThatDoesNotEndClosesTheConnection() async throws {
    var limits = limits
    limits.body = .milliseconds(100)
    let head = "POST /api/users HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{"
    #expect(try await answers(to: [head], limits: limits) == [])
  }

  @Test(arguments: [
    ("POST /api/users", "Content-Length: 1048577", "413"),
    ("POST /api/users", "Transfer-Encoding: chunked", "413"),
    ("GET /api/tags", "Content-Length: 1048577", "200"),
    ("GET /api/tags", "Transfer-Encoding: chunked", "200"),
    ("POST /api/articles", "Transfer-Encoding: chunked", "401"),
  ])
  func aBodyThatIsNotReadIsNotWaitedForEither(
    line: String, header: String, status: String
  ) async throws {
    var limits = limits
    limits.refusal = .milliseconds(500)
    let piece =
      header.contains("chunked") ? "10000\r\n\(String(repeating: " ", count: 65_536))\r\n" : "x"
    let pieces =
      ["\(line) HTTP/1.1\r\nHost: a\r\n\(header)\r\n\r\n"]
      + Array(repeating: piece, count: 17)
    let answers = try await answers(to: pieces, limits: limits)
    #expect(answers.count == 1)
    #expect(answers.first?.hasPrefix(status) == true)
    #expect(answers.first?.contains("Connection: close") == true)
  }

  @Test func aConnectionThatHasGoneIsForgotten() async throws {
    let statuses = try await withServer(limits) { port in
      for text in [
        "", "GET /api/tags HT", "POST /api/users HTTP/1.1\r\nContent-Length: 9\r\n\r\n{",
      ] {
        try await Self.connected(port) { _, outbound in
          try await outbound.write(ByteBuffer(string: text))
        }
      }
      return try await Self.connected(port) { inbound, outbound in
        try await outbound.write(
          ByteBuffer(string: "GET /api/tags HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
        return try await Self.answers(inbound).map { $0.prefix(3) }
      }
    }
    #expect(statuses == ["200"])
  }

  @Test func connectionsAboveTheLimitWaitForAPlace() async throws {
    var limits = limits
    limits.connections = 2
    let statuses = try await withServer(limits) { port in
      try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 1...20 {
          group.addTask {
            try await Self.connected(port) { inbound, outbound in
              try await outbound.write(
                ByteBuffer(
                  string: "GET /api/tags HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
              return try await Self.answers(inbound).map { String($0.prefix(3)) }
            }
          }
        }
        return try await group.reduce([]) { $0 + $1 }
      }
    }
    #expect(statuses == Array(repeating: "200", count: 20))
  }
}
