import Katana
import KatanaEffectInterpreters
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import KatanaMonitor
@testable import KatanaMonitorScreen
@testable import KatanaRecording

/// A file may say anything.
@Suite struct ForgedLinesTests {
  private static let numbers = [
    "0", "1", "2", "3", "7", "200000000000000000", "\(Int64.max)", "\(Int64.min)", "\(UInt64.max)",
    "-1", "\(1 << 56)",
  ]
  private static let forms = [
    #""message":A,"cause":B,"t":C,"took":D,"name":"AppMessage.ticked","from":"outside""#,
    #""handled":A,"took":B"#, #""not handled":"gone","t":A,"took":B,"name":"x","cause":C"#,
    #""command":"delayed","run":A,"t":B,"until":C,"cause":D,"name":"Load""#,
    #""command":"started","run":A,"t":B,"cause":C,"name":"Load""#,
    #""command":"finished","run":A,"t":B,"cause":C,"name":"Load""#,
    #""command":"retried","run":A,"t":B,"count":C,"name":"Load""#,
    #""subscription":"started","id":A,"t":B,"name":"Every""#,
    #""issue":"oops","text":"x","t":A"#, #""ended":true,"t":A"#,
  ]

  /// No number of a file, and nothing that points back, ends or stops the monitor.
  @Test func noNumberEndsTheProcess() {
    var random = SeededGenerator(seed: 65)
    for _ in 0..<60 {
      var (lines, facts) = (LineFacts(), [LogFact]())
      for position in 1...12 {
        var text = Self.forms.randomElement(using: &random)!
        for letter in ["A", "B", "C", "D"] {
          text = text.replacing(
            ":\(letter)", with: ":\(Self.numbers.randomElement(using: &random)!)")
        }
        guard let entries = LineEntries(entries: Array(",\(text)".utf8)) else { continue }
        let content = Int.random(in: 0..<9, using: &random) == 0
        let line = FileLine(
          position: position, number: UInt64(position),
          content: content ? .leftOut(.max, reason: "buffer") : .item, entries: entries)
        if let fact = lines.fact(line) { facts.append(fact) }
      }
      let test = ViewTest(
        monitorProgram(MonitorModel(place: "forged")), interpreters: [.time()], monitorView)
      test.app.answer(\ReadMore.reply, with: facts, exhaustive: [])
      for page: Shortcut in ["1", "2", "3", "4"] {
        test.key(page)
        #expect(test.lines.count == 24)
      }
      let last = test.model.log.entries.end
      for position in test.model.log.entries.first..<last {
        if let number = Optional(test.model.log.entries[position].message.number), number > 0 {
          #expect(CauseTree(of: number, in: test.model.log).nodes.count < 100)
        }
      }
      test.app.finish(
        ignoringPending: [ReadMore.self, LoadModel.self, AskRuntime.self, Act.self])
    }
  }

  /// Texts are cut by their bytes, because a character may have any number of them.
  @Test func noTextTakesMuchMemory() throws {
    let long = "e" + String(repeating: "\u{301}", count: 50_000)
    let entries = try #require(
      LineEntries(
        entries: Array(
          #","message":1,"name":"\#(long)","from":"\#(long)","payload":{"a":"\#(long)"}"#.utf8)))
    var lines = LineFacts()
    let fact = lines.fact(FileLine(position: 1, number: 1, content: .item, entries: entries))
    guard case .message(let message)? = fact else {
      Issue.record("The line is a message.")
      return
    }
    for text in [message.name, message.origin, message.payload ?? ""] {
      #expect((1...1_100).contains(text.utf8.count))
    }
  }

  /// An issue has its whole text once, and its beginning on the timeline.
  @Test func theTextOfAnIssueIsWhole() throws {
    let text = "No interpreter. " + String(repeating: "x", count: 5_000) + " To fix this, add one."
    let entries = try #require(
      LineEntries(entries: Array(#","issue":"noInterpreter","text":"\#(text)","t":1"#.utf8)))
    var (lines, log) = (LineFacts(), MonitorLog())
    let line = FileLine(position: 1, number: 1, content: .item, entries: entries)
    let fact = lines.fact(line)
    log.add(try #require(fact))
    #expect(log.issues.map(\.text) == [text])
    #expect(log.entries.last?.text.hasPrefix("No interpreter. xxx") == true)
    #expect((1_000..<1_100).contains(log.entries.last?.text.utf8.count ?? 0))
  }

  /// Runs and subscriptions whose ends were left out are not kept for ever.
  @Test func whatNeverEndsIsBounded() {
    var log = MonitorLog()
    for id in 1...UInt64(70_000) {
      log.add(.command(LogEvent(.started, id: id, time: 0, name: "Load")))
      log.add(.subscription(LogEvent(.started, id: id, time: 0, name: "Every")))
      log.add(.notHandled(reason: "forged \(id)", LogMessage(number: 0, name: "x")))
    }
    #expect(log.running.count <= 20_000 && log.running[70_000] != nil)
    #expect(log.subscriptions.count <= 20_000 && log.subscriptions[70_000] != nil)
    #expect(log.dropped.count <= 101 && log.dropped.values.reduce(0, +) == 70_000)
  }
}
