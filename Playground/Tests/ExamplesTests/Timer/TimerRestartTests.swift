import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import ProgramProcess
import Testing

@testable import timer

/// The timer as a process that is killed and started again.
@Suite struct TimerRestartTests {
  @Test func aKilledTimerGoesOnWhereItWas() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("katana-timer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The longest time, so that the timer does not come to its end on a slow machine.
    let start = #"{"version":1,"value":{"duration":\#(TimerModel.longest),"elapsed":0}}"#
    try Data(start.utf8).write(to: folder.appendingPathComponent("timer.json"))

    var elapsed = 0
    for _ in 1...3 {
      let saved = try await elapsedTimes(keeping: folder)
      #expect(saved.first >= elapsed, "a new process goes on where the last one was")
      #expect(saved.last > saved.first, "the time goes on: ticks are subscribed to")
      elapsed = saved.last
    }
  }

  /// Runs the timer until it has saved some time, and kills it.
  ///
  /// - Returns: The first time that it has saved, and the last one.
  private func elapsedTimes(keeping folder: URL) async throws -> (first: Int, last: Int) {
    let file = folder.appendingPathComponent("timer.json")
    let watch = try Runtime(
      Program(model: Changes(), ChangesUpdater(path: file.path)), interpreters: [.files()])
    watch.start()
    let timer = Process()
    timer.executableURL = ProgramProcess.folder.appending(path: "timer")
    timer.arguments = ["--keep", folder.path]
    (timer.standardInput, timer.standardOutput) = (Pipe(), Pipe())
    // A timer that ends by itself changes nothing any more.
    timer.terminationHandler = { _ in watch.requestShutdown() }
    try timer.run()
    defer { if timer.isRunning { kill(timer.processIdentifier, SIGKILL) } }
    var times: [Int] = []
    for await model in watch.models where model.count > 0 {
      // Replaced as a whole: what is read is what was saved at some moment.
      let content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: file))
      times.append(content.value.elapsed)
      if let first = times.first, content.value.elapsed > first { break }
    }
    await watch.shutdown()
    return (try #require(times.first), try #require(times.last))
  }

  private struct Content: Decodable {
    var version: Int
    var value: SavedTimer
  }
}

private struct Changes: Model {
  var count = 0
}

private struct ChangesUpdater: TypedUpdater, SubscriptionProvider {
  enum Happened: Message { case changed(FileChange) }

  let path: String

  func update(model: inout Changes, message: Happened) -> [any Command] {
    model.count += 1
    return []
  }

  func subscriptions(model: Changes) -> [any Subscription] {
    [FileChanged(path, reply { .changed($0) })]
  }
}
