// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these.

// What the framework uses of Apple's module `os`: declarations without code, from
// https://developer.apple.com/documentation/os/ossignposter. See `Tests/Apple/README.md`.

public struct OSSignposter: Sendable {
  public init(subsystem: String, category: String) { fatalError() }
  public var isEnabled: Bool { fatalError() }
  public func makeSignpostID() -> OSSignpostID { fatalError() }
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) -> OSSignpostIntervalState { fatalError() }
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) { fatalError() }
  public func emitEvent(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) { fatalError() }
}

public struct OSSignpostID: Sendable {
  public static let exclusive = OSSignpostID()
}

public final class OSSignpostIntervalState: Sendable {}

public struct SignpostMetadata: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { fatalError() }
  public init(stringInterpolation: OSLogInterpolation) { fatalError() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
  public mutating func appendLiteral(_ literal: String) { fatalError() }
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
  ) { fatalError() }
}

public struct OSLogPrivacy: Sendable {
  public static var auto: OSLogPrivacy { fatalError() }
  public static var `public`: OSLogPrivacy { fatalError() }
}
