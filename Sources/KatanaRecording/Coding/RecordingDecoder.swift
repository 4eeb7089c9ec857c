#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Katana

/// Decodes the output of ``RecordingEncoder``. Used by one thread at a time.
package final class RecordingDecoder {
  private let decoder = JSONDecoder()
  private let standIns: SecretStandIns?

  /// - Parameter makesStandIns: Whether masked secrets become the stand-in `•••`, for a replay.
  ///   There are stand-ins for texts and bytes; any other masked secret is then an error.
  package init(makesStandIns: Bool = false) {
    standIns = makesStandIns ? SecretStandIns(make: Self.standIn) : nil
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    if let standIns { decoder.userInfo[.secretStandIns] = standIns }
  }

  /// The number of stand-ins for secrets that this decoder has made.
  package var standInCount: Int { standIns?.count ?? 0 }

  /// Decodes a text that consists of one value.
  package func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Sequence<UInt8>
  ) throws -> Value {
    try decoder.decode(ExactlyDecoded<Value>.self, from: Data(bytes)).value
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
