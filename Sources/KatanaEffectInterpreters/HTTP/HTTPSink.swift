import Foundation
import KatanaEffects

/// Where the body of an answer goes. Sendable, because it is used with the lock of its transfer
/// held, and after the end by one function alone.
protocol HTTPSink: AnyObject, Sendable {
  /// The answer begins.
  func begin(_ head: HTTPHead, from host: String) throws(HTTPError)
  /// A piece of the body.
  func write(_ data: Data) throws(HTTPError)
  /// The body is complete. Returns what of it is kept in memory.
  func finish() throws(HTTPError) -> Data
  /// There will be no answer.
  func abandon()
}

/// Keeps the body in memory.
final class MemorySink: HTTPSink, @unchecked Sendable {
  // Sendable as each sink is.
  private var data = Data()
  private let limit: Int?

  /// - Parameter limit: How many bytes are kept; the rest is left out. `nil` for all.
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
  // Sendable as each sink is.
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
