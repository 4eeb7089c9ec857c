import FleetServer
import Foundation
import Testing

/// Whoever dies, nothing is lost and nothing is answered twice.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct KillTests {
  private let server: FleetServer
  private let file = FileManager.default.temporaryDirectory.appending(
    path: "katana-fleet-\(UUID().uuidString).json")

  init() throws { server = try FleetServer() }

  private func start(_ role: String, deliveries: String = "") throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "fleet-probe")
    process.environment = ["KATANA_FLEET_DELIVERIES": deliveries]
    process.arguments = [role, server.port, file.path(percentEncoded: false)]
    try process.run()
    return process
  }

  private func end(_ process: Process) {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Writes what the app has to send.
  private func open(_ numbers: [String: Int]) throws {
    let lines = numbers.map { "open \($0.key) \($0.value)\n" }
    try lines.joined().write(to: file, atomically: true, encoding: .utf8)
  }

  /// The answers that the app has kept, by their tags.
  private func answers() throws -> [String: [String]] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var answers: [String: [String]] = [:]
    for words in lines.map({ $0.split(separator: " ", maxSplits: 2) }) where words[0] == "done" {
      answers[String(words[1]), default: []].append(String(words[2]))
    }
    return answers
  }

  @Test func nothingIsLostAndNothingIsAnsweredTwiceWhoeverDies() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let moments = Int(ProcessInfo.processInfo.environment["KATANA_FLEET_MOMENTS"] ?? "") ?? 20
    let numbers = Dictionary(uniqueKeysWithValues: (0..<30 * moments).map { ("tag\($0)", $0) })
    try open(numbers)
    var (app, worker) = (try start("app"), try start("worker"))
    var random = SystemRandomNumberGenerator()
    for moment in 0..<moments {
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<150, using: &random)))
      switch moment % 3 {
      case 0:
        end(app)
        app = try start("app")
      case 1:
        end(worker)
        worker = try start("worker")
      default:
        server.kill()
        try server.start()
      }
    }
    app.waitUntilExit()
    end(worker)
    #expect(app.terminationStatus == 0)
    // As without a crash, and each once.
    let answers = try answers()
    let wrong = answers.filter { $0.value != numbers[$0.key].map { ["\($0 * 2)"] } }
    #expect(wrong == [:])
    #expect(answers.count == numbers.count)
  }

  @Test func aCommandThatEndsItsWorkersIsGivenUp() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try open(["bad": -1])
    let app = try start("app")
    // Three workers die of it, and the fourth one gives it up.
    for _ in 0..<3 { try start("worker", deliveries: "3").waitUntilExit() }
    let last = try start("worker", deliveries: "3")
    app.waitUntilExit()
    end(last)
    #expect(app.terminationStatus == 0)
    #expect(
      try answers()["bad"]?.first?.contains("Double was begun 3 times without an answer") == true)
  }
}
