/// A failure of an assertion of this module.
public struct TestFailure: Sendable, Equatable {
  /// What the person who reads the test's output sees.
  public var text: String
  /// Where the assertion stands in the test.
  public var place: TestPlace
}

/// Whether something has failed in one `StepTest` or `AppTest`: what follows from a failure is not
/// reported, and no more closures are called, which expect a model that is not there.
final class Verdict: @unchecked Sendable {
  // Sendable, because such a test runs on one thread.
  var hasFailed = false
}

/// A place in a test's source: where a failure is shown.
public struct TestPlace: Sendable, Equatable, CustomStringConvertible {
  /// The file as `Module/File.swift`.
  public var fileID: StaticString
  /// The file as the compiler was given it.
  public var filePath: StaticString
  /// The line, from 1.
  public var line: UInt
  /// What the test whose call stands here knows of its failures.
  var verdict: Verdict?

  /// A place; pass on what your own assertion has as default arguments.
  ///
  /// ```swift
  /// func expectBusy(
  ///   _ model: Shop, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  ///   line: UInt = #line
  /// ) {
  ///   if !model.isBusy { TestPlace(fileID: fileID, filePath: filePath, line: line).fail("The shop is not busy.") }
  /// }
  /// ```
  public init(fileID: StaticString, filePath: StaticString, line: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
  }

  /// Such as `AppTests/LoginTests.swift:31`.
  public var description: String { "\(fileID):\(line)" }

  /// Whether both are the same line of the same file.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.description == rhs.description
  }
}

/// What the assertions of this module report while `body` runs, instead of failing the test: for
/// tests of assertions of your own that are built on these.
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

/// What the assertions of this module report while `body` runs, instead of failing the test.
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
  /// Hands a failure to whoever collects failures, or to the test library that runs.
  func report() {
    if let collector = FailureCollector.current {
      collector.collected.withLock { $0.append(self) }
    } else {
      reportToTestLibrary()
    }
  }
}

extension TestPlace {
  /// The place, whatever has failed before.
  var alone: TestPlace { TestPlace(fileID: fileID, filePath: filePath, line: line) }

  /// Fails the test that runs, at this place.
  public func fail(_ text: String) {
    if verdict?.hasFailed == true { return }
    verdict?.hasFailed = true
    TestFailure(text: text, place: self).report()
  }
}
