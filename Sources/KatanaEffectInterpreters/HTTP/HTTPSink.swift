import Foundation
import KatanaEffects

/// Receives the body of a response.
///
/// Sendable, because a sink is used only while the lock of its transfer is held, and after the end
/// of the transfer by one function only.
protocol HTTPSink: AnyObject, Sendable {
  /// Completes the request before it is sent.
  func prepare(_ request: inout HTTPRequest) throws(HTTPError)
  /// Begins with the head of a response.
  ///
  /// - Returns: The number of bytes of the body that are there already. The body of this response
  ///   follows them.
  func begin(_ head: HTTPHead, from host: String) throws(HTTPError) -> Int
  /// Receives a piece of the body.
  func write(_ data: Data) throws(HTTPError)
  /// Completes the body, and returns the part of it that is kept in memory.
  func finish() throws(HTTPError) -> Data
  /// Ends without a body, because the status of a response is not accepted.
  func refuse(_ head: HTTPHead, from host: String) throws(HTTPError)
  /// Discards the body, because there will be no response.
  func abandon()
  /// Discards the body, and what an earlier download has kept of it: they do not belong together.
  func discard()
}

extension HTTPSink {
  func prepare(_ request: inout HTTPRequest) throws(HTTPError) {}
  func refuse(_ head: HTTPHead, from host: String) throws(HTTPError) { abandon() }
  func discard() { abandon() }
}

/// Keeps the body in memory.
final class MemorySink: HTTPSink, @unchecked Sendable {
  // Sendable as ``HTTPSink`` states.
  private var data = Data()
  private let limit: Int?

  /// Creates a sink.
  ///
  /// - Parameter limit: The greatest number of bytes to keep; the rest is discarded. `nil` keeps
  ///   all bytes.
  init(limit: Int? = nil) { self.limit = limit }

  /// Creates a sink for the response of a request.
  convenience init(for request: HTTPRequest) {
    self.init(
      limit: request.keepsBeginning ? request.sizeLimit ?? HTTPRequest.defaultSizeLimit : nil)
  }

  func begin(_ head: HTTPHead, from host: String) throws(HTTPError) -> Int {
    if let length = head.length { data.reserveCapacity(min(length, limit ?? 1 << 20, 1 << 20)) }
    return 0
  }

  func write(_ piece: Data) throws(HTTPError) {
    data.append(limit.map { piece.prefix(max(0, $0 - data.count)) } ?? piece)
  }

  func finish() throws(HTTPError) -> Data { data }
  func abandon() { data = Data() }
}

/// Writes the body to a file.
final class FileSink: HTTPSink, @unchecked Sendable {
  // Sendable as ``HTTPSink`` states.
  private let path: String
  private var draft: FileReplacement?

  init(path: String) { self.path = path }

  func begin(_ head: HTTPHead, from host: String) throws(HTTPError) -> Int {
    draft = try writing { () throws(FileError) in try FileReplacement(of: path) }
    return 0
  }

  func write(_ data: Data) throws(HTTPError) {
    try writing { () throws(FileError) in try draft?.write(data) }
  }

  func finish() throws(HTTPError) -> Data {
    try writing { () throws(FileError) in try draft?.complete() }
    draft = nil
    return Data()
  }

  func abandon() { draft = nil }
}

/// Runs a closure, and converts its error into the one of a request.
func writing<Value>(_ body: () throws(FileError) -> Value) throws(HTTPError) -> Value {
  do throws(FileError) { return try body() } catch { throw .fileUnwritable(error) }
}
