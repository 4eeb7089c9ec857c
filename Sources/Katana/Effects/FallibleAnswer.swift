/// A value with which a command answers, and which may say that the command has failed.
///
/// A command that answers with a failure has failed, as if its interpreter had thrown: a
/// ``Sequential`` drops what comes next, a `retried` starts it again, a ``Race`` is not won. Its
/// answer is sent all the same. Errors say so by themselves, alone and in an optional, and so does a
/// `Result`. Let a type of your own conform if one of its values means a failure:
///
/// ```swift
/// enum Receipt: FallibleAnswer {
///   case printed(pages: Int)
///   case failed(PrinterError)
///
///   var commandError: (any Error)? { if case .failed(let error) = self { error } else { nil } }
/// }
/// ```
public protocol FallibleAnswer {
  /// The error with which the command has failed; `nil` if it has not.
  var commandError: (any Error)? { get }
}

extension Result: FallibleAnswer {
  /// The error of a failure; `nil` for a success.
  public var commandError: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// Returns the error with which a command has failed that answers with a value; `nil` if it has not.
///
/// `holdsForType` says that no value of this type is a failure. If it is `false`, another value may be one.
package func commandError<Value>(
  in value: Value
) -> (error: (any Error)?, holdsForType: Bool) {
  if let answer = value as? any FallibleAnswer { return (answer.commandError, false) }
  if let error = value as? any Error { return (error, false) }
  return (nil, neverFails(value))
}

/// Returns whether no value of this type can be a failure, given one that is none.
///
/// The value of a class may be of a subclass; an existential and `AnyHashable` hold values of any type.
private func neverFails<Value>(_ value: Value) -> Bool {
  guard !(Value.self is AnyClass), type(of: value as Any) == Value.self,
    Value.self != AnyHashable.self
  else { return false }
  return (value as? any OptionalAnswer)?.wrappedNeverFails ?? true
}

private protocol OptionalAnswer {
  var wrappedNeverFails: Bool { get }
}

extension Optional: OptionalAnswer {
  // Without a value, nothing is known of the type that is wrapped.
  fileprivate var wrappedNeverFails: Bool { map { neverFails($0) } ?? false }
}
