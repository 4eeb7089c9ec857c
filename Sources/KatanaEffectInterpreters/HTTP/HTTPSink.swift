import Foundation
import KatanaEffects

/// Receives the body of a response.
///
/// Sendable, because a sink is used only while the lock of its transfer is held, and after the end
/// of the transfer by one function only.
protocol HTTPSink: AnyObject, Sendable {
  /// Begins with the head of a response.
  func begin(_ head: HTTPHead, from host: String) throws(HTTPError)
  /// Receives a piece of the body.
  func write(_ data: Data) throws(HTTPError)
  /// Completes the body, and returns the part of it that is kept in memory.
  func finish() throws(HTTPError) -> Data
  /// Discards the body, because there will be no response.
  func abandon()
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

  func begin(_ head: HTTPHead, from host: String) throws(HTTPError) {
    if let length = head.length { data.reserveCapacity(min(length, limit ?? 1 << 20, 1 << 20)) }
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
  private let draft: DraftFile

  init(path: String) { draft = DraftFile(for: path) }

  func begin(_ head: HTTPHead, from host: String) throws(HTTPError) { try draft.open() }
  func write(_ data: Data) throws(HTTPError) { try draft.write(data) }

  func finish() throws(HTTPError) -> Data {
    try draft.takePlace()
    return Data()
  }

  func abandon() { draft.remove() }
}
