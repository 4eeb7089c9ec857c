import FleetServer
import Foundation
import Katana
import KatanaFleet
import KatanaRuntime
import Testing

/// Three servers, one of which is killed.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ClusterTests {
  @Test func aClusterThatLosesAServerLosesNothing() async throws {
    let servers = try FleetServer.cluster()
    var options = servers[0].options
    options.servers = servers.flatMap(\.options.servers)
    options.replicas = 3
    let runtime = try Runtime(
      Program(model: Counts(), CountsUpdater()),
      interpreters: [
        .fleet(CountLetters.self, reply: \.reply, on: try FleetConnection(options))
      ])
    runtime.start()
    let worker = FleetWorker(
      performing: [.job(CountLetters.self, reply: \.reply)],
      interpreters: [.command(CountLetters.self, reply: \.reply) { $0.text.count }],
      on: try FleetConnection(options), atOnce: 4)
    let work = Task { try await worker.run() }
    // The streams are made while all three are there.
    try await runtime.settle(CountsMessage.asked(["first"]))
    var all: Set = ["first"]
    // All three one after the other takes 40 s, so that is for the long trial.
    let isLong = ProcessInfo.processInfo.environment["KATANA_FLEET_MOMENTS"] != nil
    for (round, victim) in servers.indices.shuffled().prefix(isLong ? 3 : 1).enumerated() {
      let texts = (0..<100).map { "\(round) \($0)" }
      all.formUnion(texts)
      async let settled = runtime.settle(CountsMessage.asked(texts))
      servers[victim].kill()
      _ = try await settled
      #expect(Set(runtime.model.lengths.keys) == all)
      #expect(runtime.model.failures == [:])
      try servers[victim].start()
    }
    await runtime.shutdown()
    work.cancel()
    try await work.value
  }
}
