/// Whether something worked, and what came of it: a value or an error.
///
/// It is what Swift's `Result` is, and `Codable`, so that a message that holds one can be recorded.
/// Swift's is not, and a library must not make it so: an app could not use two libraries that both do.
/// So commands answer with an outcome, and messages hold it:
///
/// ```swift
/// enum LoginMessage: Message, Codable {
///   case finished(Outcome<Session, LoginError>)
/// }
/// LogIn(email: email, reply { .finished($0) })
/// ```
public enum Outcome<Success: Sendable, Failure: Error>: Sendable {
  /// The value of a success.
  case success(Success)
  /// The error of a failure.
  case failure(Failure)

  /// Creates the outcome of a `Result`, for code that calls a library.
  public init(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// Returns the value of a success.
  ///
  /// - Throws: The error of a failure.
  public func get() throws(Failure) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }

  /// Returns an outcome with another value; a failure stays as it is.
  public func map<Other>(_ transform: (Success) -> Other) -> Outcome<Other, Failure> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }

  /// Returns an outcome with another error; a success stays as it is.
  package func mapError<Other: Error>(_ transform: (Failure) -> Other) -> Outcome<Success, Other> {
    switch self {
    case .success(let value): .success(value)
    case .failure(let error): .failure(transform(error))
    }
  }
}

extension Outcome: Equatable where Success: Equatable, Failure: Equatable {}
extension Outcome: Hashable where Success: Hashable, Failure: Hashable {}

extension Outcome: FallibleAnswer {
  /// The error of a failure; `nil` for a success.
  public var commandError: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}

extension Outcome: Encodable where Success: Encodable, Failure: Encodable {
  /// Encodes an object with one entry, `success` or `failure`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: OutcomeKey.self)
    switch self {
    case .success(let value): try container.encode(value, forKey: .success)
    case .failure(let error): try container.encode(error, forKey: .failure)
    }
  }
}

extension Outcome: Decodable where Success: Decodable, Failure: Decodable {
  /// Creates an outcome from the form that ``encode(to:)`` encodes.
  ///
  /// - Throws: A `DecodingError` unless there is exactly one of the two entries, or the error of
  ///   decoding its value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OutcomeKey.self)
    switch (container.contains(.success), container.contains(.failure)) {
    case (true, false): self = .success(try container.decode(Success.self, forKey: .success))
    case (false, true): self = .failure(try container.decode(Failure.self, forKey: .failure))
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath,
          debugDescription: "An outcome has either \"success\" or \"failure\"."))
    }
  }
}

private enum OutcomeKey: String, CodingKey {
  case success, failure
}
