import Foundation
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/recording.md.

struct Basket: Model, Codable, Equatable {
  var items: [String] = []
  var email: String?
  var card: Secret<String>?
}

enum BasketMessage: Message, Codable {
  case itemTapped(String)
  case cleared
  case cardEntered(Secret<String>)
}

struct CountItems: Command, Equatable { var count: Int }

struct BasketUpdater: TypedUpdater {
  func update(model: inout Basket, message: BasketMessage) -> [any Command] {
    switch message {
    case .itemTapped(let item):
      model.items.append(item)
      return [CountItems(count: model.items.count)]
    case .cleared: model.items = []
    case .cardEntered(let card): model.card = card
    }
    return []
  }
}

let basketProgram = Program(model: Basket(), BasketUpdater())

let basketFormat = RecordingFormat(
  basketProgram, payloads: [Basket.self, BasketMessage.self])

@Suite struct RecordingGuideTests {
  private func run(_ folder: String, _ trace: EventTrace, _ lines: Log) async throws -> String {
    let interpreters: [Interpreter] = [.command(CountItems.self) { (_, _: Dispatcher) in }]
    let recorder = try Recorder(basketFormat, in: folder, name: "basket", build: "1.4")
    let runtime = try Runtime(
      basketProgram, interpreters: interpreters,
      options: RuntimeOptions(
        eventHandlers: [recorder.eventHandler, trace.eventHandler, .log(to: { lines($0) })]))
    runtime.start()
    runtime.dispatch(BasketMessage.itemTapped("bread"))
    runtime.dispatch(BasketMessage.cardEntered(Secret("4111 1111")))
    runtime.dispatch(BasketMessage.cleared)
    await runtime.shutdown()
    await recorder.close()
    return recorder.path
  }

  @Test func aBugIsFoundFromTheFileToTheTest() async throws {
    try await withFolder { folder in
      let trace = EventTrace(name: "basket")
      let path = try await run(folder, trace, Log())
      let replay = try Replay(basketFormat, of: path)
      let result = try replay.run()
      if let divergence = result.divergence { print(divergence) }
      if let problem = result.problem { print(problem) }

      // The step after which the basket is empty again.
      let step = try replay.first { model in model.items.isEmpty && model.card != nil }
      print(step?.messageText ?? "", step?.changes ?? "")
      #expect(step?.recorded.number == 3)
      #expect(step?.changes == "  .items\n    − [\"bread\"]\n    + []")

      let source = try replay.testSource(
        for: 1...3, named: "basketIsCleared", program: "basketProgram")
      #expect(source.contains("BasketMessage.itemTapped(\"bread\")"))
      #expect(source.contains("commands: [CountItems(count: 1)]"))
      #expect(!source.contains("4111 1111"))
      #expect(result.divergence == nil && result.problem == nil)
    }
  }

  @Test func theRecordingHoldsWhatTheGuideSays() async throws {
    try await withFolder { folder in
      let lines = Log()
      let path = try await run(folder, EventTrace(name: "basket"), lines)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.contains(#""payload":{"itemTapped":{"_0":"bread"}}"#))
      #expect(text.contains(#""payload":{"cardEntered":{"_0":"•••"}},"masked":1"#))
      #expect(text.contains(#""commands":["CountItems"]"#))
      // With its blank, because a time in the recording may contain any four digits.
      #expect(!text.contains("4111 1111"))
      #expect(lines.all.first?.hasPrefix("1 BasketMessage.itemTapped ← outside (") == true)
      #expect(lines.all.first?.hasSuffix(" → CountItems") == true)
    }
  }
}

/// Lines, from any thread.
final class Log: Sendable {
  private let lines = Locked<[String]>([])
  func callAsFunction(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
