// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these.

// What the examples use of Combine: declarations without code, from
// https://developer.apple.com/documentation/combine. See `Tests/Apple/README.md`.

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { fatalError() }
}

public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  public init(_ value: Output) { fatalError() }
  public func send(_ input: Output) { fatalError() }
}

public final class AnyCancellable: Hashable {
  public func store(in set: inout Set<AnyCancellable>) { fatalError() }
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}
