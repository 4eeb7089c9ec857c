import KatanaTesting
import Testing

@Suite struct TestFailureTests {
  private func assertion(
    _ text: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    TestPlace(fileID: fileID, filePath: filePath, line: line).fail(text)
  }

  @Test func failuresAreCollectedWithTheLineOfTheirCaller() {
    let line = #line + 1
    let found = failures { assertion("a text") }
    #expect(found.map(\.text) == ["a text"])
    #expect(found.first?.place.description == "KatanaTestingTests/TestFailureTests.swift:\(line)")
  }

  @Test func swiftTestingShowsTheFailureAtTheLineOfTheCaller() {
    let line = #line + 2
    withKnownIssue {
      assertion("a text")
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["a text"] && issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileID == "KatanaTestingTests/TestFailureTests.swift"
    }
  }
}
