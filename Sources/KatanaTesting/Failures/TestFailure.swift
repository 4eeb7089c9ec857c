import KatanaRuntime

/// A failure that an assertion of this module reported.
public struct TestFailure: Sendable, Equatable {
  /// The text that the output of the test shows.
  public var text: String
  /// The place of the assertion in the source of the test.
  public var place: TestPlace
}

/// Whether one `StepTest` or `AppTest` has failed.
///
/// Later failures would follow from the first one, so they are not reported. The closures of later
/// calls are not called, since they expect another model.
final class Verdict: @unchecked Sendable {
  // Sendable, because such a test runs on one thread.
  var hasFailed = false
}

/// A place in the source of a test, at which a failure is shown.
public struct TestPlace: Sendable, Equatable, CustomStringConvertible {
  /// The file as `Module/File.swift`.
  public var fileID: StaticString
  /// The path of the file, as it was passed to the compiler.
  public var filePath: StaticString
  /// The line, from 1.
  public var line: UInt
  /// The verdict of the `StepTest` or `AppTest` that was called here, if any.
  var verdict: Verdict?

  /// Creates a place from the default arguments of an assertion of your own.
  ///
  /// ```swift
  /// func expectBusy(
  ///   _ model: Shop, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  ///   line: UInt = #line
  /// ) {
  ///   if model.isBusy { return }
  ///   TestPlace(fileID: fileID, filePath: filePath, line: line).fail("The shop is not busy.")
  /// }
  /// ```
  public init(fileID: StaticString, filePath: StaticString, line: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
  }

  /// The file and the line, such as `AppTests/LoginTests.swift:31`.
  public var description: String { "\(fileID):\(line)" }

  /// Returns whether two places are the same line of the same file.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.description == rhs.description
  }
}

/// Returns the failures that the assertions of this module report while a closure runs.
///
/// These failures do not fail the test. Use this to test assertions of your own that call those of
/// this module. Failures are collected in the calling task and its child tasks only.
///
/// ```swift
/// let found = failures { test.send(.increased) }
/// #expect(found.first?.text == "…")
/// ```
public func failures(_ body: () throws -> Void) rethrows -> [TestFailure] {
  let collected = Locked<[TestFailure]>([])
  try FailureCollector.$current.withValue(FailureCollector(collected)) { try body() }
  return collected.withLock { $0 }
}

/// Returns the failures that the assertions of this module report while an async closure runs.
///
/// These failures do not fail the test. Failures are collected in the calling task and its child
/// tasks only.
public func failures(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows -> [TestFailure] {
  let collected = Locked<[TestFailure]>([])
  try await FailureCollector.$current.withValue(FailureCollector(collected)) { try await body() }
  return collected.withLock { $0 }
}

private struct FailureCollector: Sendable {
  @TaskLocal static var current: FailureCollector?
  let collected: Locked<[TestFailure]>
  init(_ collected: Locked<[TestFailure]>) { self.collected = collected }
}

extension TestFailure {
  /// Adds the failure to those that `failures(_:)` collects, or else fails the test.
  func report() {
    if let collector = FailureCollector.current {
      collector.collected.withLock { $0.append(self) }
    } else {
      reportToTestLibrary()
    }
  }
}

extension TestPlace {
  /// The same place without its verdict, so that failures are reported even after another one.
  var alone: TestPlace { TestPlace(fileID: fileID, filePath: filePath, line: line) }

  /// Fails the current test at this place.
  ///
  /// In a place of a `StepTest` or an `AppTest` that has failed before, this does nothing.
  public func fail(_ text: String) {
    if verdict?.hasFailed == true { return }
    verdict?.hasFailed = true
    TestFailure(text: text, place: self).report()
  }
}
