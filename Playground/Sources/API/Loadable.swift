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
}

extension Loadable {
  /// The value, if there is one.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// Notes that a request was sent. A value that is there stays until the answer replaces it.
  public mutating func begin() {
    if value == nil { self = .loading }
  }

  /// Notes that the request was cancelled, so that no answer comes.
  public mutating func cancel() {
    if case .loading = self { self = .absent }
  }

  /// Notes the answer. If it is a failure, a value that is there stays: the person is told of the
  /// failure, and goes on with what was loaded before.
  public mutating func end(_ outcome: Outcome<Value, APIError>) where Value: Sendable {
    switch outcome {
    case .success(let value): self = .loaded(value)
    case .failure(let error) where value == nil: self = .failed(error)
    case .failure: break
    }
  }
}

extension Loadable: Equatable where Value: Equatable {}
extension Loadable: Hashable where Value: Hashable {}
extension Loadable: Codable where Value: Codable {}
extension Loadable: Sendable where Value: Sendable {}
