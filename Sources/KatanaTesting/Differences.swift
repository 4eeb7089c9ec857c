public import Katana
public import KatanaComparison

/// Where two lists of commands differ first; `nil` if they are equal.
///
/// Commands are compared by `==` where they are `Equatable`, otherwise part by part.
///
/// ```swift
/// let (model, commands) = updater.update(model: model, message: .logInTapped)
/// #expect(difference(commands, [LogIn(email: "a@b.c")]) == nil)
/// ```
public func difference(_ actual: [any Command], _ expected: [any Command]) -> Difference? {
  Difference.first(between: actual, and: expected)
}

/// Where two lists of subscriptions differ first; `nil` if they are equal.
public func difference(_ actual: [any Subscription], _ expected: [any Subscription]) -> Difference?
{
  Difference.first(between: actual, and: expected)
}

/// Where two lists of messages differ first; `nil` if they are equal.
public func difference(_ actual: [any Message], _ expected: [any Message]) -> Difference? {
  Difference.first(between: actual, and: expected)
}
