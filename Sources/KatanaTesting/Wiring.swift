public import Katana
public import KatanaRuntime

/// Proves that what a feature declares is wired: each command and subscription type has exactly one
/// interpreter.
///
/// ```swift
/// expectWiring(
///   of: liveInterpreters, commands: AuthenticationEffects.commands + ArticlesEffects.commands,
///   subscriptions: [APISession.self])
/// ```
///
/// Nothing is started. All that is wrong is listed in one failure.
///
/// - Parameters:
///   - interpreters: What the app gives to its runtime.
///   - commands: The command types that may be returned by an update. Of a generic type, name each
///     instance that is used.
///   - subscriptions: The subscription types that may be declared.
public func expectWiring(
  of interpreters: [Interpreter], commands: [any Command.Type] = [],
  subscriptions: [any Subscription.Type] = [], fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line
) {
  let all = WiringError.all(in: interpreters, commands: commands, subscriptions: subscriptions)
  let errors = all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] }
  if errors.isEmpty { return }
  let count = errors.count == 1 ? "" : "\(errors.count) things are wrong with the wiring.\n\n"
  TestPlace(fileID, filePath, line).fail(
    count + errors.map(\.description).joined(separator: "\n\n"))
}
