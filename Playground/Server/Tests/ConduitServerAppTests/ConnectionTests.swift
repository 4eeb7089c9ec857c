import ConduitServerInterpreters
import Foundation
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
    idle: .hours(1), body: .hours(1), reading: .hours(1), refusal: .hours(1))

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
    let running = Task {
      // A server that does not begin to listen must not be waited for.
      defer { listening.finish() }
      try await group.run()
    }
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
        "404 Not Found|Access-Control-Allow-Origin: *|Content-Type: application/json; charset=utf-8|Content-Length: 33|"
          + #"{"errors":{"path":["not found"]}}"#,
        "204 No Content|Allow: GET, HEAD, OPTIONS|Access-Control-Allow-Methods: GET, HEAD, OPTIONS|"
          + "Access-Control-Allow-Headers: Authorization, Content-Type|"
          + "Access-Control-Max-Age: 86400|Access-Control-Allow-Origin: *",
        "200 OK|Access-Control-Allow-Origin: *|Content-Type: application/json; charset=utf-8|Content-Length: 92",
        "405 Method Not Allowed|Allow: GET, HEAD, OPTIONS|Access-Control-Allow-Origin: *|"
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
    #expect(answers.allSatisfy { $0.contains("Access-Control-Allow-Origin: *") })
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
    limits.refusal = .seconds(5)
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

  /// Sends a head, waits for an answer, and sends more.
  private func answers(
    to head: String, then body: String, limits: ConnectionLimits? = nil
  ) async throws -> [String] {
    try await withServer(limits ?? self.limits) { port in
      try await Self.connected(port) { inbound, outbound in
        try await outbound.write(ByteBuffer(string: head))
        var iterator = inbound.makeAsyncIterator()
        var text = ""
        while !text.hasSuffix("\r\n\r\n"), let bytes = try await iterator.next() {
          text += String(buffer: bytes)
        }
        await Self.write([body], to: outbound)
        while let bytes = try? await iterator.next() { text += String(buffer: bytes) }
        return text.split(separator: "HTTP/1.1 ").map { String($0.prefix { $0 != "\r\n" }) }
      }
    }
  }

  @Test func aBodyThatIsHeldBackIsAskedFor() async throws {
    let body = #"{"user":{"email":"demo@example.com","password":"demo-password"}}"#
    let head =
      "POST /api/users/login HTTP/1.1\r\nExpect: 100-continue\r\n"
      + "Content-Length: \(body.utf8.count)\r\n" + close
    #expect(try await answers(to: head, then: body) == ["100 Continue", "200 OK"])
  }

  @Test(arguments: [
    ("POST /api/articles", 10, "401"), ("POST /api/users", 1_048_577, "413"),
    ("GET /api/tags", 10, "200"),
  ])
  func aBodyThatIsHeldBackAndNotNeededIsNotAskedFor(
    line: String, length: Int, status: String
  ) async throws {
    var limits = limits
    limits.refusal = .seconds(5)
    let answers = try await answers(
      to: [
        "\(line) HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n"
      ],
      limits: limits)
    #expect(answers.count == 1)
    #expect(answers.first?.hasPrefix(status) == true)
    #expect(answers.first?.contains("Connection: close") == true)
  }

  @Test(arguments: ["GET /api/tags", "POST /api/articles"])
  func aBodyThatIsNotNeededAndDoesNotEndClosesTheConnection(line: String) async throws {
    var limits = limits
    limits.body = .milliseconds(100)
    let head = "\(line) HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{"
    #expect(try await answers(to: [head], limits: limits) == [])
  }

  @Test func aBodyThatIsNotNeededIsReadBeforeTheNextRequest() async throws {
    let answers = try await answers(to: [
      "POST /api/articles HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{\"a\":", "12345",
      "GET /api/tags HTTP/1.1\r\n" + close,
    ])
    #expect(answers.map { $0.prefix(3) } == ["401", "200"])
  }

  /// A socket of the system, because SwiftNIO reads by itself.
  @Test func aClientThatDoesNotReadIsLeft() async throws {
    var limits = limits
    limits.reading = .milliseconds(100)
    let request = "GET /api/articles?limit=20 HTTP/1.1\r\nHost: a\r\n\r\n"
    try await withServer(limits) { port in
      // Returns when the server has closed the connection: only then can nothing more be sent.
      await sendWithoutReading(request, to: port)
    }
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

/// Sends a request again and again until the connection is closed, and never reads.
private func sendWithoutReading(_ text: String, to port: Int) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #endif
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let connected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      let bytes = Array(text.utf8)
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      while connected == 0, send(descriptor, bytes, bytes.count, flags) > 0 {}
      _ = close(descriptor)
      continuation.resume()
    }
  }
}
