public import Katana

/// Something that a model shows after it was loaded from the server.
public enum Loadable<Value> {
  /// Nothing was requested yet.
  case absent
  /// The first request has no answer yet.
  case loading
  /// The server has answered with this value.
  case loaded(Value)
  /// The last request has failed, and no earlier one has succeeded.
  case failed(APIError)
  /// The server has answered with this value before, and the last request has failed.
  case outdated(Value, APIError)
}

extension Loadable {
  /// The value, if there is one.
  public var value: Value? {
    switch self {
    case .loaded(let value), .outdated(let value, _): value
    case .absent, .loading, .failed: nil
    }
  }

  /// Why the last request has failed; `nil` if it has not.
  public var error: APIError? {
    switch self {
    case .failed(let error), .outdated(_, let error): error
    case .absent, .loading, .loaded: nil
    }
  }

  /// Notes that a request was sent. A value that is there stays until the answer replaces it.
  public mutating func begin() {
    self = value.map { .loaded($0) } ?? .loading
  }

  /// Notes that the request was cancelled, so that no answer comes.
  public mutating func cancel() {
    if case .loading = self { self = .absent }
  }

  /// Notes the answer. If it is a failure, a value that is there stays beside it.
  public mutating func end(_ outcome: Outcome<Value, APIError>) where Value: Sendable {
    switch outcome {
    case .success(let value): self = .loaded(value)
    case .failure(let error): self = value.map { .outdated($0, error) } ?? .failed(error)
    }
  }

  /// Changes the value, if there is one.
  public mutating func change(_ body: (inout Value) -> Void) {
    switch self {
    case .loaded(var value):
      body(&value)
      self = .loaded(value)
    case .outdated(var value, let error):
      body(&value)
      self = .outdated(value, error)
    case .absent, .loading, .failed: break
    }
  }
}

extension Loadable: Equatable where Value: Equatable {}
extension Loadable: Hashable where Value: Hashable {}
extension Loadable: Codable where Value: Codable {}
extension Loadable: Sendable where Value: Sendable {}
