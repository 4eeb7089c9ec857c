import Mutating
import Testing

@Suite struct OutputTests {
  @Test func anErrorOfTheCompilerIsRead() throws {
    let error = try #require(CompilerError("/tmp/a/B.swift:12:5: error: cannot find 'x'"))

    #expect(error.path == "/tmp/a/B.swift" && error.line == 12 && error.column == 5)
    #expect(error.text == "cannot find 'x'")
    #expect(CompilerError("/tmp/a/B.swift:12:5: warning: text") == nil)
    #expect(CompilerError("error: emit-module command failed") == nil)
  }

  @Test func theFirstIssueOfATestIsRead() {
    #expect(
      TestLine("✘ Test a() recorded an issue at A.swift:1:2: Expectation failed: b")
        == .issue(test: "a()", text: " at A.swift:1:2: Expectation failed: b"))
    #expect(TestLine("✘ Test a() recorded a known issue at A.swift:1:2: text") == .other)
    #expect(TestLine("✔ Test a() passed after 0.001 seconds.") == .passed(test: "a()"))
    #expect(
      TestLine("\u{1B}[92m✔\u{1B}[0m Test a() passed after 0.001 seconds.")
        == .passed(test: "a()"))
    #expect(TestLine("◇ Test a() started.") == .other)
  }
}
