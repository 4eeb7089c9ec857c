public import Katana
public import KatanaRuntime

/// Proves that what a program's features state as their effects is wired: each command and
/// subscription type has exactly one interpreter, and each part of its tree takes what its children
/// say they receive.
///
/// ```swift
/// expectWiring(of: program, interpreters: liveInterpreters)
/// ```
///
/// Nothing is started. All that is wrong is listed in one failure.
///
/// - Parameters:
///   - program: The app.
///   - interpreters: What the app gives to its runtime.
public func expectWiring<AppModel: Model>(
  of program: Program<AppModel>, interpreters: [Interpreter], fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line
) {
  let untaken = program.feature.node.router.untaken.map {
    WiringError.notTaken(message: $0.message, child: $0.child, part: $0.part)
  }
  report(
    WiringError.all(in: interpreters, effects: program.effects) + untaken,
    at: TestPlace(fileID: fileID, filePath: filePath, line: line))
}

/// Proves that what one feature can cause is wired; see
/// ``expectWiring(of:interpreters:fileID:filePath:line:)``.
///
/// - Parameters:
///   - interpreters: What the app gives to its runtime.
///   - effects: The types of commands and subscriptions. Of a generic type, name each instance that
///     is used.
public func expectWiring(
  of interpreters: [Interpreter], effects: [Effect], fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line
) {
  report(
    WiringError.all(in: interpreters, effects: effects),
    at: TestPlace(fileID: fileID, filePath: filePath, line: line))
}

private func report(_ all: [WiringError], at place: TestPlace) {
  let errors = all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] }
  if errors.isEmpty { return }
  let count = errors.count == 1 ? "" : "\(errors.count) things are wrong with the wiring.\n\n"
  place.fail(
    count + errors.map(\.description).joined(separator: "\n\n"))
}
