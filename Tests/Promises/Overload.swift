import Dispatch
import Foundation
import KatanaRuntime
import KatanaTesting
import Synchronization

extension Promise {
  package static let overload = Promise(
    "overload", "a producer much faster than the consumer: bounded, counted, reported",
    wanted: 3_000
  ) { trial in
    try await boundsMemory(trial)
    try await reportsTheSoftLimit(trial)
  }

  /// Ten times as many readings as the app can take, of which it keeps the newest 16; a case is
  /// 10,000 of them.
  private static func boundsMemory(_ trial: Trial) async throws {
    let meter = Meter()
    let runtime = try Runtime(
      Program(
        model: Load(),
        CombinedUpdater([
          .full(LoadUpdater()), .full(FunctionSubscriptionProvider<Load> { _ in [Readings()] }),
        ])), interpreters: [.subscription { MeterInterpreter($0, $1, meter) }],
      options: RuntimeOptions(execution: .serial(QueueExecutor())))
    runtime.start()
    // After `start()` has been handled elsewhere.
    await runtime.wait { _ in meter.isRunning }
    var sent = 0
    var before = 0
    while trial.goesOn {
      for _ in 0..<100 {
        for _ in 0..<100 { meter.send() }
        sent += 100
        // 2 µs for each reading, where the update takes 20.
        spin(for: .microseconds(200))
      }
      trial.count()
      if trial.cases == 50 { before = residentBytes() }
    }
    meter.end()
    await runtime.shutdown()
    let statistics = runtime.statistics
    let accounted = statistics.handled + statistics.superseded + statistics.lost
    trial.check(accounted == sent, "\(sent) were sent, \(statistics)")
    trial.checkMemory(since: before)
    // A trial that was too short says nothing about that.
    trial.check(
      trial.cases < 50 || statistics.superseded > statistics.handled, "the producer was not faster")
    trial.note("sent \(sent), \(statistics)")
  }

  private static func reportsTheSoftLimit(_ trial: Trial) async throws {
    let issues = Issues()
    let runtime = try Runtime(
      Program(model: Load(), LoadUpdater()),
      options: RuntimeOptions(
        execution: .serial(QueueExecutor()), softLimit: 1_000, issues: issues.handler))
    runtime.start()
    for _ in 0..<20_000 { runtime.dispatch(Reading()) }
    await runtime.wait { $0.count == 20_000 }
    trial.check(issues.count(.tooManyWaitingMessages) > 0, "the soft limit was not reported")
    trial.check(
      issues.all.count == runtime.statistics.overLimit, "\(issues.all.count) reports")
    await runtime.shutdown()
  }
}

func spin(for time: Duration) {
  let end = ContinuousClock.now + time
  while ContinuousClock.now < end {}
}

private struct Load: Model { var count = 0 }
private struct Reading: Message {}

private struct Readings: Subscription {
  var buffering: MessageBuffering { .newest(16) }
}

private struct LoadUpdater: TypedUpdater {
  func update(model: inout Load, message: Reading) -> [any Command] {
    model.count += 1
    spin(for: .microseconds(20))
    return []
  }
}

private final class Meter: Sendable {
  private let dispatch = Locked<SubscriptionDispatcher<Readings>?>(nil)
  var isRunning: Bool { dispatch.withLock { $0 != nil } }
  func begin(_ new: SubscriptionDispatcher<Readings>) { dispatch.withLock { $0 = new } }
  func send() { dispatch.withLock { $0 }?(Reading()) }
  func end() { dispatch.withLock { $0 = nil } }
}

private final class MeterInterpreter: SubscriptionInterpreter {
  typealias Sub = Readings
  private let dispatch: SubscriptionDispatcher<Readings>
  private let meter: Meter

  init(
    _ readings: Readings, _ dispatch: SubscriptionDispatcher<Readings>, _ meter: Meter
  ) {
    self.dispatch = dispatch
    self.meter = meter
  }

  func start() { meter.begin(dispatch) }
  func stop() { meter.end() }
}
