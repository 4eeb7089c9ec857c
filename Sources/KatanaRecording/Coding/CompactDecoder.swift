#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Katana

/// Decodes the output of ``CompactEncoder``.
///
/// It accepts strict JSON only: no trailing commas, no duplicate keys, valid UTF-8, numbers that
/// fit their type, and at most 512 levels. It throws `DecodingError`s with the path.
///
/// ```swift
/// let decoder = CompactDecoder()
/// let message = try decoder.decode(CounterMessage.self, from: bytes[10..<40])
/// ```
///
/// A decoder is used by one thread at a time, and reuses its memory for each value.
package final class CompactDecoder {
  /// The values that decoded types can read from their decoder.
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  private let standIns: SecretStandIns?
  private var state = DecodingState()

  /// - Parameter makesStandIns: Whether masked secrets become the stand-in `•••`, for a replay.
  ///   There are stand-ins for texts and bytes; any other masked secret is then an error.
  package init(makesStandIns: Bool = false) {
    standIns = makesStandIns ? SecretStandIns(make: Self.standIn) : nil
    if let standIns { userInfo[.secretStandIns] = standIns }
  }

  /// The number of stand-ins for secrets that this decoder has made.
  package var standInCount: Int { standIns?.count ?? 0 }

  /// Decodes a text that consists of one value.
  package func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Sequence<UInt8>
  ) throws -> Value {
    try object(bytes).state.decode(type, DecodingState.root)
  }

  private func object(_ bytes: some Sequence<UInt8>) throws -> CompactObject {
    let object = try bytes.withContiguousStorageIfAvailable { try read($0) }
    return try object ?? Array(bytes).withUnsafeBufferPointer { try read($0) }
  }

  /// Reads a text, so that its entries can be decoded one by one.
  package func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> CompactObject {
    // The caller may still hold an object or a container of the last call, which uses the old
    // state.
    if !isKnownUniquelyReferenced(&state) {
      let special = state.special
      state = DecodingState()
      state.special = special
    }
    state.userInfo = userInfo
    do { try state.scan(bytes) } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "\(error)"))
    }
    return CompactObject(state: state)
  }

  private static func standIn(_ type: Any.Type) -> Any? {
    switch type {
    case is String.Type: "•••"
    case is Data.Type: Data("•••".utf8)
    case is [UInt8].Type: Array("•••".utf8)
    default: nil
    }
  }
}
