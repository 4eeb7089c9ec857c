public import Katana
public import KatanaRuntime

/// Fails the test unless a program and its interpreters fit together.
///
/// Each command type and subscription type that the features list in `effects` needs exactly one
/// interpreter. Each part of the program's tree needs a feature that takes the message type that
/// its children receive, and an address of its own.
///
/// ```swift
/// expectWiring(of: program, interpreters: liveInterpreters)
/// ```
///
/// Starts neither a runtime nor an interpreter. One failure lists all errors.
///
/// - Parameters:
///   - program: The app.
///   - interpreters: The interpreters that the app passes to its runtime.
public func expectWiring<AppModel: Model>(
  of program: Program<AppModel>, interpreters: [Interpreter], fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line
) {
  let untaken = program.feature.node.router.untaken.map {
    WiringError.notTaken(message: $0.message, child: $0.child, part: $0.part)
  }
  report(
    WiringError.all(in: interpreters, effects: program.effects)
      + WiringError.all(in: program) + untaken,
    at: TestPlace(fileID: fileID, filePath: filePath, line: line))
}

/// Fails the test unless each of the given effects has exactly one interpreter.
///
/// Use this for one feature; for a whole app, use
/// ``expectWiring(of:interpreters:fileID:filePath:line:)``.
///
/// - Parameters:
///   - interpreters: The interpreters that the app passes to its runtime.
///   - effects: The types of commands and subscriptions. List each specialization of a generic
///     type that is used.
public func expectWiring(
  of interpreters: [Interpreter], effects: [any Effect.Type], fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line
) {
  report(
    WiringError.all(in: interpreters, effects: effects),
    at: TestPlace(fileID: fileID, filePath: filePath, line: line))
}

private func report(_ all: [WiringError], at place: TestPlace) {
  if let error = WiringError.all(all) { place.fail(error.description) }
}
