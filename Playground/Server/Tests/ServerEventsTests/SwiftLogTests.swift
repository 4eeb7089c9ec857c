import Foundation
import InMemoryLogging
import KatanaRuntime
import KatanaTesting
import Logging
import Testing

@Suite struct SwiftLogTests {
  typealias Perform = ServerTest.Perform

  private let test: ServerTest

  init() throws { test = try ServerTest() }

  private func told(_ test: ServerTest) -> [String] {
    test.log.entries.map { "\($0.level) \($0.message)" }
  }

  private func metadata(_ text: String) throws -> Logger.Metadata {
    try #require(test.log.entries.first { "\($0.message)" == text }).metadata
  }

  @Test func aMessageSaysItsNumberItsSenderAndItsCause() throws {
    test.runtime.dispatch(Perform(ServerTest.Answer()), file: "App/Server.swift", line: 7)
    let entries = test.log.entries.filter { $0.message == "Perform handled" }
    #expect(entries.map(\.level) == [.debug, .debug])
    #expect(
      entries.first?.metadata == ["number": "1", "from": "outside", "place": "App/Server.swift:7"])
    #expect(entries.last?.metadata["cause"] == "1")
    #expect(entries.last?.metadata["from"] == "command Answer")
  }

  @Test func theLifeOfACommandIsTraced() throws {
    test.runtime.dispatch(Perform(ServerTest.Answer().delayed(by: .seconds(1))))
    test.clock.advance(by: .seconds(1))
    #expect(
      told(test) == [
        "debug Perform handled", "trace Answer delayed", "trace Answer resumed",
        "trace Answer started", "trace Answer answered", "debug Perform handled",
        "trace Answer finished",
      ])
    #expect(
      try metadata("Answer finished") == ["cause": "1", "command": "Answer", "run": "2"])
  }

  @Test func aFailureIsAWarningAndAnIssueIsAnError() async throws {
    try await test.runtime.settle(Perform(ServerTest.Fail().retried(Retry(1))))
    await test.runtime.shutdown()
    #expect(
      told(test).filter { !$0.hasPrefix("trace") } == [
        "debug Perform handled", "warning Fail failed", "info Fail retried",
        "warning Fail failed", "error interpreterThrew",
      ])
    #expect(try metadata("Fail failed")["error"] == "Failure")
    #expect(try metadata("Fail retried")["attempt"] == "1")
  }

  @Test func aCancelledCommandIsInformation() {
    test.runtime.dispatch(Perform(ServerTest.Hold().cancellable(id: "a")))
    test.runtime.dispatch(Perform(Cancel(id: "a")))
    #expect(told(test).contains("info Hold cancelled"))
    test.release()
  }

  @Test func aMessageThatIsNotHandledSaysWhy() async throws {
    test.runtime.dispatch(
      Perform(), to: ServerTest.Server.at.requests["a"], file: "A.swift", line: 1)
    await test.runtime.shutdown()
    test.runtime.dispatch(Perform(), file: "A.swift", line: 1)
    #expect(
      told(test).filter { $0.contains("not handled") } == [
        "debug Perform not handled: gone", "notice Perform not handled: lost",
      ])
    #expect(
      try metadata("Perform not handled: gone") == [
        "address": "Server.at.requests[…]", "from": "outside", "place": "A.swift:1",
      ])
  }

  @Test func whatBelongsToAChildSaysTheShapeOfItsAddress() throws {
    test.runtime.dispatch(ServerTest.Change.requests(["a"]))
    test.runtime.dispatch(
      Perform(ServerTest.Answer()), to: ServerTest.Server.at.requests["a"])
    let entries = test.log.entries.dropFirst()
    #expect(entries.count == 5)
    for entry in entries { #expect(entry.metadata["address"] == "Server.at.requests[…]") }
  }

  @Test func subscriptionsSayAfterWhichMessage() throws {
    test.runtime.dispatch(ServerTest.Change.listens(true, ""))
    test.runtime.dispatch(ServerTest.Change.listens(false, ""))
    #expect(try metadata("Socket started") == ["cause": "1"])
    #expect(told(test).contains("debug Socket stopped"))
  }

  @Test func aLoggerOfAHigherLevelIsToldOfFailuresAlone() async throws {
    let test = try ServerTest(level: .warning)
    try await test.runtime.settle(Perform(ServerTest.Fail(), ServerTest.Answer()))
    #expect(told(test) == ["warning Fail failed", "error interpreterThrew"])
  }

  @Test func payloadsNeverAppear() async throws {
    try await performEverything(on: test)
    for entry in test.log.entries {
      #expect(!"\(entry.message) \(entry.metadata)".contains(ServerTest.secret))
      #expect(entry.error == nil)
    }
    #expect(test.log.entries.count > 20)
  }
}
