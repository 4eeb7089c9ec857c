import Foundation
import KatanaRuntime
import KatanaTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A request as the server received it.
struct RawRequest: Sendable {
  var method = ""
  var target = ""
  var headers: [(name: String, value: String)] = []
  var body = Data()

  subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// The server's end of a connection. It sends any bytes, valid or not. Used by one thread.
final class RawConnection: @unchecked Sendable {
  // Sendable, because only `shutDown` is called by another thread than the connection's own, and
  // the descriptor is closed with the lock held.
  private let descriptor: Locked<Int32>
  private var buffer = Data()

  init(_ descriptor: Int32) {
    self.descriptor = Locked(descriptor)
    var one: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Reads a request; `nil` if the client has closed the connection.
  func read() -> RawRequest? {
    let end = Data("\r\n\r\n".utf8)
    while buffer.range(of: end) == nil { guard fill() else { return nil } }
    guard let range = buffer.range(of: end) else { return nil }
    let lines = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    buffer = Data(buffer[range.upperBound...])
    var request = RawRequest()
    let words = lines[0].split(separator: " ")
    if words.count == 3 { (request.method, request.target) = (String(words[0]), String(words[1])) }
    request.headers = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (
        String(line[..<colon]),
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      )
    }
    if request["Expect"] != nil { send("HTTP/1.1 100 Continue\r\n\r\n") }
    let length = request["Content-Length"].flatMap { Int($0) } ?? 0
    while buffer.count < length { guard fill() else { return nil } }
    request.body = Data(buffer.prefix(length))
    buffer = Data(buffer.dropFirst(length))
    return request
  }

  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor.withLock { $0 }, &bytes, bytes.count, 0)
    if count > 0 { buffer += bytes[..<count] }
    return count > 0
  }

  /// Sends bytes, and returns whether the client accepted them.
  @discardableResult
  func send(_ data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = sendBytes(
          descriptor.withLock { $0 }, UnsafeRawBufferPointer(rebasing: rest))
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Data(text.utf8)) }

  /// Sends a complete answer.
  func answer(
    _ status: Int = 200, _ body: String = "", headers: [String] = [], type: String = "text/plain"
  ) {
    let head = [
      "HTTP/1.1 \(status) Text", "Content-Length: \(body.utf8.count)", "Content-Type: \(type)",
    ]
    send((head + headers).joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// Waits until the client closes the connection.
  func waitForEnd() {
    while fill() {}
  }

  /// Closes the connection in such a way that the client gets an error.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout.size(ofValue: linger))
    setsockopt(descriptor.withLock { $0 }, SOL_SOCKET, SO_LINGER, &linger, size)
    end()
  }

  /// Makes all waiting calls return. It may be called from any thread.
  func shutDown() {
    descriptor.withLock { if $0 >= 0 { shutdown($0, Int32(SHUT_RDWR)) } }
  }

  func end() {
    descriptor.withLock {
      if $0 >= 0 { close($0) }
      $0 = -1
    }
  }
}

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, 0)
  #else
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #endif
}
