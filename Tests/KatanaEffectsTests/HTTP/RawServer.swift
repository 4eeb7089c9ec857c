import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server on 127.0.0.1 that a test controls completely; it can send invalid answers too. Each
/// connection has a thread of its own.
final class RawServer: @unchecked Sendable {
  // Sendable, because all mutable state is locked.
  let port: Int
  private let listener: Int32
  private let connections = Locked<(open: [RawConnection], isStopped: Bool)>(([], false))
  private let record: AsyncStream<RawRequest>.Continuation
  private let recorded: AsyncStream<RawRequest>
  private let all = Locked<[RawRequest]>([])
  private let group = DispatchGroup()

  /// - Parameter answer: Answers a request. Called for each one, on the thread of its connection.
  /// - Parameter greeting: The text that is sent before anything is read.
  init(
    greeting: String = "", _ answer: @escaping @Sendable (RawRequest, RawConnection) -> Void
  ) {
    (recorded, record) = AsyncStream.makeStream(of: RawRequest.self)
    listener = socketForTCP()
    var address = loopback(port: 0)
    bindSocket(listener, &address)
    listen(listener, 512)
    port = portOf(listener)
    group.enter()
    Thread.detachNewThread { [self] in
      accept(greeting, answer)
      group.leave()
    }
  }

  var url: String { "http://127.0.0.1:\(port)" }
  var host: String { "127.0.0.1:\(port)" }

  /// The requests so far.
  var requests: [RawRequest] { all.withLock { $0 } }

  /// Waits for the next request. Fails if none comes.
  func next() async -> RawRequest? { await first(of: recorded) }

  private func accept(
    _ greeting: String, _ answer: @escaping @Sendable (RawRequest, RawConnection) -> Void
  ) {
    while true {
      let descriptor = acceptSocket(listener)
      if descriptor < 0 { return }
      let connection = RawConnection(descriptor)
      let isTooLate = connections.withLock {
        if !$0.isStopped { $0.open.append(connection) }
        return $0.isStopped
      }
      if isTooLate {
        connection.end()
        return
      }
      group.enter()
      Thread.detachNewThread { [self] in
        if !greeting.isEmpty { connection.send(greeting) }
        while let request = connection.read() {
          all.withLock { $0.append(request) }
          record.yield(request)
          answer(request, connection)
        }
        connection.end()
        connections.withLock { $0.open.removeAll { $0 === connection } }
        group.leave()
      }
    }
  }

  /// Closes everything, and waits for the end of all threads.
  func stop() {
    let open = connections.withLock {
      $0.isStopped = true
      return $0.open
    }
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in open { connection.shutDown() }
    group.wait()
    close(listener)
  }
}

private func socketForTCP() -> Int32 {
  #if canImport(Glibc)
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    socket(AF_INET, SOCK_STREAM, 0)
  #endif
}

private func loopback(port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}

private func bindSocket(_ descriptor: Int32, _ address: inout sockaddr_in) {
  let size = socklen_t(MemoryLayout<sockaddr_in>.size)
  withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(descriptor, $0, size) }
  }
}

private func acceptSocket(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func portOf(_ descriptor: Int32) -> Int {
  var address = sockaddr_in()
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
  }
  return Int(UInt16(bigEndian: address.sin_port))
}

/// Returns the next value of a stream. Fails after a minute without one, so that the test does not wait
/// for ever.
func first<Value: Sendable>(of stream: AsyncStream<Value>) async -> Value? {
  let value = await withTaskGroup(of: Value?.self) { group in
    group.addTask {
      for await value in stream { return value }
      return nil
    }
    group.addTask {
      try? await Task.sleep(for: .seconds(60))
      return nil
    }
    defer { group.cancelAll() }
    return await group.next() ?? nil
  }
  if value == nil { Issue.record("nothing came within a minute") }
  return value
}

/// A port at which no server listens. Its socket stays open, so that nobody else is given the port.
func unusedPort() -> Int {
  let descriptor = socketForTCP()
  var address = loopback(port: 0)
  bindSocket(descriptor, &address)
  return portOf(descriptor)
}
