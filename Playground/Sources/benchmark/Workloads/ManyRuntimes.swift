import Foundation
import KatanaRuntime
import Synchronization

/// W8: 100,000 runtimes in one process.
enum ManyRuntimes {
  private static let count = 100_000

  static var rows: [Row] {
    [
      Row(
        name: "W8.runtimes", title: "making, starting and ending a runtime",
        goals: [.figure("bytes", atMost: 1_024 + Double(MemoryLayout<Counter>.size))],
        maximum: 10_000, counted: 100
      ) {
        .direct { times in
          guard let runtimes = try? make(times) else { return require(false) }
          require(runtimes.count == times)
        }
      }.with(figures: figures),
      Row(
        name: "W8.burst",
        title: "six million messages from four threads, and the memory after them",
        figures: burst),
    ]
  }

  /// The memory that a burst of messages takes, of which a runtime can handle a part only.
  private static func burst() throws -> [Figure] {
    let runtime = try OneUpdater.started(AddUpdater(), RuntimeOptions(softLimit: .max))
    runtime.dispatch(Add(amount: 1))
    let before = Memory()
    let (group, peak) = (DispatchGroup(), Peak())
    for _ in 0..<4 {
      group.enter()
      Thread.detachNewThread {
        for number in 0..<1_500_000 {
          runtime.dispatch(Add(amount: number))
          if number % 50_000 == 0 { peak.look() }
        }
        group.leave()
      }
    }
    group.wait()
    let handled = DispatchSemaphore(value: 0)
    Task {
      await runtime.deliver(Add(amount: 0))
      handled.signal()
    }
    handled.wait()
    let after = Memory()
    require(runtime.statistics.handled == 6_000_002)
    func megabytes(_ name: String, _ bytes: Int?, _ first: Int?) -> Figure? {
      guard let bytes, let first else { return nil }
      return Figure(
        name: name, value: Double(bytes - first) / 1_048_576, unit: "MiB more than before")
    }
    return [
      megabytes("resident at most", peak.resident, before.resident),
      megabytes("resident after", after.resident, before.resident),
      megabytes("allocated after", after.allocated, before.allocated),
    ].compactMap { $0 }
  }

  private static func figures() throws -> [Figure] {
    let before = Memory()
    let start = ContinuousClock.now
    let runtimes = try make(count)
    let made = start.duration(to: .now)
    let after = Memory()
    require(runtimes.allSatisfy { $0.model.value == 1 })
    let each = Double(count)
    let (shared, sharedBytes) = try measured("with one Program", [])
    let (wired, wiredBytes) = try measured("with one Program and ten interpreters", interpreters)
    require((runtimes + shared + wired).allSatisfy { $0.model.value == 1 })
    let bytes = before.allocated.flatMap { first in
      after.allocated.map {
        Figure(name: "bytes", value: Double($0 - first) / each, unit: "per runtime")
      }
    }
    let resident = before.resident.flatMap { first in
      after.resident.map {
        Figure(name: "resident bytes", value: Double($0 - first) / each, unit: "per runtime")
      }
    }
    let time = Figure(
      name: "making and starting, one message", value: made / .nanoseconds(1) / each,
      unit: "ns per runtime")
    return [bytes, sharedBytes, wiredBytes, resident, time].compactMap { $0 }
  }

  /// Makes runtimes that share one program and one list of interpreters, and measures their memory.
  private static func measured(
    _ name: String, _ interpreters: [Interpreter]
  ) throws -> ([Runtime<Counter>], Figure?) {
    let before = Memory()
    let program = Program(model: Counter(), AddUpdater())
    let runtimes = try (0..<count).map { _ in try Runtime(program, interpreters: interpreters) }
    for runtime in runtimes {
      runtime.start()
      runtime.dispatch(Add(amount: 1))
    }
    guard let first = before.allocated, let last = Memory().allocated else {
      return (runtimes, nil)
    }
    return (
      runtimes,
      Figure(
        name: "bytes \(name)", value: Double(last - first) / Double(count),
        unit: "per runtime, if all share them")
    )
  }

  /// Interpreters of ten command types, half of them in a group, as ready-made ones are.
  private static var interpreters: [Interpreter] {
    var interpreters: [Interpreter] = []
    func add<Content>(_ content: Content.Type, _ count: Int) {
      if count == 0 { return }
      interpreters.append(.command(IgnoredInterpreter<Content>()))
      add(Ignored<Content>.self, count - 1)
    }
    add(Int.self, 10)
    return Array(interpreters[..<5]) + [.group(Array(interpreters[5...]))]
  }

  private static func make(_ count: Int) throws -> [Runtime<Counter>] {
    var runtimes: [Runtime<Counter>] = []
    runtimes.reserveCapacity(count)
    for _ in 0..<count {
      let runtime = try OneUpdater.started(AddUpdater())
      runtime.dispatch(Add(amount: 1))
      runtimes.append(runtime)
    }
    return runtimes
  }
}

/// A command of any number of types.
private struct Ignored<Content>: Command {}

private struct IgnoredInterpreter<Content>: CommandInterpreter {
  func interpret(_ command: Ignored<Content>, dispatch: Dispatcher) {}
}

/// The most memory that was seen.
private final class Peak: Sendable {
  private let largest = Mutex<Int?>(nil)

  var resident: Int? { largest.withLock { $0 } }

  func look() {
    guard let now = Memory().resident else { return }
    largest.withLock { $0 = max($0 ?? 0, now) }
  }
}
