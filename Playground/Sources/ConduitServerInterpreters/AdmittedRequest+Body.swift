public import ConduitServer
public import Foundation

extension AdmittedRequest {
  /// Reads a body, and stops where it is too large.
  ///
  /// - Parameter pieces: The bytes, in the pieces in which they come.
  /// - Returns: The body; `nil` if it is larger than ``bodyLimit``.
  /// - Throws: What the sequence throws.
  public static func body<Pieces: AsyncSequence>(
    _ pieces: Pieces
  ) async throws -> Data? where Pieces.Element: Sequence<UInt8> {
    var body = Data()
    for try await bytes in pieces {
      body.append(contentsOf: bytes)
      if body.count > bodyLimit { return nil }
    }
    return body
  }
}
