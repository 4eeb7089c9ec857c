import KatanaRuntime

/// A failure that an assertion of this module reported.
public struct TestFailure: Sendable, Equatable {
  /// The text that the output of the test shows.
  public var text: String
  /// The place of the assertion in the source of the test.
  public var place: TestPlace
}

/// Whether one `StepTest` or `AppTest` has failed, and the findings of its current call.
///
/// The findings of a call are one failure: first all issues, then the first other finding, which
/// often follows from an issue. Failures of later calls would follow from this one, so they are not
/// reported. The closures of later calls are not called, since they expect another model.
final class Verdict: @unchecked Sendable {
  // Sendable, because such a test runs on one thread.
  /// Whether the test has failed, by a finding that is not an issue if that was in the current call.
  private(set) var hasFailed = false
  private var isInCall = false
  private var issues: [(text: String, fails: Bool)] = []
  private var failure: TestFailure?

  /// Performs a call of the test, then reports what it has found.
  func call(at place: TestPlace, _ body: () -> Void) {
    if hasFailed { return body() }
    isInCall = true
    body()
    isInCall = false
    defer { (issues, failure) = ([], nil) }
    guard failure != nil || issues.contains(where: \.fails) else { return }
    hasFailed = true
    let texts = issues.map(\.text) + [failure?.text].compactMap(\.self)
    TestFailure(text: texts.joined(separator: "\n\n"), place: failure?.place ?? place).report()
  }

  /// Notes an issue of the current call.
  ///
  /// - Parameter fails: Whether it fails the test. If not, only a call that fails for another reason
  ///   shows it.
  func note(issue text: String, at place: TestPlace, fails: Bool = true) {
    if isInCall {
      issues.append((text, fails))
    } else if fails {
      fail(TestFailure(text: text, place: place))
    }
  }

  fileprivate func fail(_ new: TestFailure) {
    if hasFailed { return }
    hasFailed = true
    if isInCall { failure = new } else { new.report() }
  }
}

/// A place in the source of a test, at which a failure is shown.
public struct TestPlace: Sendable, Equatable, CustomStringConvertible {
  /// The file as `Module/File.swift`.
  package var fileID: StaticString
  /// The path of the file, as it was passed to the compiler.
  package var filePath: StaticString
  /// The line, from 1.
  package var line: UInt
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
    let failure = TestFailure(text: text, place: self)
    if let verdict { verdict.fail(failure) } else { failure.report() }
  }

  /// Fails the current test at this place with an issue. The `StepTest` or `AppTest` that was called
  /// here shows it before other failures of the same call.
  func fail(withIssue text: String) {
    if let verdict { verdict.note(issue: text, at: self) } else { fail(text) }
  }
}
