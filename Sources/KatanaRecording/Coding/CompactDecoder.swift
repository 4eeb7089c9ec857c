#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Katana

/// Decodes what ``CompactEncoder`` wrote.
///
/// It reads strict JSON: no commas too many, no duplicate keys, valid UTF-8, numbers that fit, 512
/// levels. Errors are `DecodingError`s with the path.
///
/// ```swift
/// let decoder = CompactDecoder()
/// let message = try decoder.decode(CounterMessage.self, from: bytes[10..<40])
/// ```
///
/// A decoder is used by one thread at a time, and keeps its memory from value to value.
package final class CompactDecoder {
  /// What decoded types read.
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  private let standIns: SecretStandIns?
  private var state = DecodingState()

  /// - Parameter makesStandIns: Whether masked secrets of texts and bytes become `•••`, for a replay.
  ///   Other masked secrets are an error then.
  package init(makesStandIns: Bool = false) {
    standIns = makesStandIns ? SecretStandIns(make: Self.standIn) : nil
    if let standIns { userInfo[.secretStandIns] = standIns }
  }

  /// How many stand-ins for secrets this decoder has made.
  package var standInCount: Int { standIns?.count ?? 0 }

  /// Decodes the only value of a text.
  package func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Sequence<UInt8>
  ) throws -> Value {
    try object(bytes).state.decode(type, DecodingState.root)
  }

  private func object(_ bytes: some Sequence<UInt8>) throws -> CompactObject {
    let object = try bytes.withContiguousStorageIfAvailable { try read($0) }
    return try object ?? Array(bytes).withUnsafeBufferPointer { try read($0) }
  }

  /// Reads a text whose values are then decoded one by one.
  package func read(_ bytes: UnsafeBufferPointer<UInt8>) throws -> CompactObject {
    // A value may have kept a container of the last call.
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
