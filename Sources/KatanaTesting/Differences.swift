public import Katana
import KatanaComparison

/// Returns the first difference between two lists of commands as a text, or `nil` if they are
/// equal.
///
/// `Equatable` commands are compared by `==`, all others property by property.
///
/// ```swift
/// let (model, commands) = updater.update(model: model, message: .logInTapped)
/// #expect(difference(commands, [LogIn(email: "a@b.c")]) == nil)
/// ```
public func difference(_ actual: [any Command], _ expected: [any Command]) -> String? {
  Difference.first(between: actual, and: expected)?.description
}

/// Returns the first difference between two lists of subscriptions as a text, or `nil` if they are
/// equal.
///
/// `Equatable` subscriptions are compared by `==`, all others property by property.
public func difference(_ actual: [any Subscription], _ expected: [any Subscription]) -> String? {
  Difference.first(between: actual, and: expected)?.description
}

/// Returns the first difference between two lists of messages as a text, or `nil` if they are
/// equal.
///
/// `Equatable` messages are compared by `==`, all others property by property.
public func difference(_ actual: [any Message], _ expected: [any Message]) -> String? {
  Difference.first(between: actual, and: expected)?.description
}
