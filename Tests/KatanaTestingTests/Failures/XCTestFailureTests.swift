import KatanaTesting
import XCTest

/// In a test of XCTest, failures are reported to XCTest.
final class XCTestFailureTests: XCTestCase {
  private var recorded: [(text: String, line: Int)] = []
  private var records = false

  #if canImport(ObjectiveC)
    override func record(_ issue: XCTIssue) {
      guard records else { return super.record(issue) }
      recorded.append(
        (issue.compactDescription, issue.sourceCodeContext.location?.lineNumber ?? 0))
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      guard records else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      recorded.append((description, lineNumber))
    }
  #endif

  func testFailuresPointAtTheLineOfTheCaller() {
    records = true
    TestPlace(fileID: #fileID, filePath: #filePath, line: #line).fail("a text")
    let line = #line - 1
    records = false
    XCTAssertEqual(recorded.map(\.line), [line])
    XCTAssertEqual(recorded.map(\.text).first?.contains("a text"), true)
  }
}
