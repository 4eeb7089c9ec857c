import FleetServer
import Foundation
import Testing

/// Whoever dies, nothing is lost and nothing is answered twice.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct KillTests {
  /// What the app keeps.
  private struct List: Codable, Equatable {
    var open: [String: Int] = [:]
    var done: [String: Int] = [:]
    var taken: [String: Int] = [:]
  }

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

  private func list() throws -> List {
    try JSONDecoder().decode(List.self, from: Data(contentsOf: file))
  }

  private func numbers(_ numbers: Range<Int>) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: numbers.map { ("tag \($0)", $0) })
  }

  @Test func nothingIsLostAndNothingIsAnsweredTwiceWhoeverDies() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let moments = Int(ProcessInfo.processInfo.environment["KATANA_FLEET_MOMENTS"] ?? "") ?? 20
    let count = 30 * moments
    try JSONEncoder().encode(List(open: numbers(0..<count))).write(to: file)
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
    let list = try list()
    #expect(list.open == [:])
    #expect(list.done == numbers(0..<count).mapValues { $0 * 2 })
    #expect(list.taken.values.allSatisfy { $0 == 1 } && list.taken.count == count)
  }

  @Test func aCommandThatEndsItsWorkersIsGivenUp() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try JSONEncoder().encode(List(open: ["bad": -1])).write(to: file)
    let app = try start("app")
    // Three workers die of it, and the fourth one gives it up.
    for _ in 0..<3 { try start("worker", deliveries: "3").waitUntilExit() }
    let last = try start("worker", deliveries: "3")
    app.waitUntilExit()
    end(last)
    let list = try list()
    #expect(app.terminationStatus == 0)
    #expect(list == List(done: ["bad": -1], taken: ["bad": 1]))
  }
}
