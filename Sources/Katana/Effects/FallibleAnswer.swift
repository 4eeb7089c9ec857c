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
package func commandError<Value>(in value: Value) -> (any Error)? {
  if let answer = value as? any FallibleAnswer { return answer.commandError }
  return value as? any Error
}

/// Returns whether the type of a value alone says that none of its values is a failure: it is a structure or
/// an enum that does not conform. If this returns `false`, another value may still say so.
package func neverFails<Value>(_ value: Value) -> Bool {
  if let optional = value as? any OptionalAnswer { return optional.wrappedNeverFails }
  // A class may have subclasses, and the others stand for values of any type.
  return !(Value.self is AnyClass) && type(of: value as Any) == Value.self
    && Value.self != AnyHashable.self && !(value is any FallibleAnswer) && !(value is any Error)
}

private protocol OptionalAnswer {
  var wrappedNeverFails: Bool { get }
}

extension Optional: OptionalAnswer {
  fileprivate var wrappedNeverFails: Bool { map { neverFails($0) } ?? false }
}
