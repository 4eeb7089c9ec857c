import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime

/// W14: what ten thousand timers of one second each cost.
enum Tickers {
  static var rows: [Row] {
    [Row(name: "W14.every", title: "\(count) active Every of one second each", figures: figures)]
  }

  private static let count = 10_000
  private static let seconds = 5.0

  struct Switch: Model { var isOn = false }
  // Ten fast ones until then, so that the memory that the process needs once for all timers (code,
  // threads) is not counted.
  private static let first = 10
  struct Count: Model { var intervals = 0 }
  struct App: Model {
    // Apart, so that a tick does not lead to the declaration of ten thousand subscriptions.
    var isOn = Switch()
    var count = Count()
  }
  enum Switched: Message { case on }
  enum Ticked: Message { case ticked(KatanaEffects.Tick) }

  static func figures() throws -> [Figure] {
    let provider = FunctionSubscriptionProvider<Switch> { model in
      // Of different lengths, or all of them would be one subscription.
      let shortest = model.isOn ? 1_000_000_000 : 1_000_000
      return (0..<(model.isOn ? count : first)).map {
        Every(.nanoseconds(shortest + $0), Reply(Ticked.ticked))
      }
    }
    let runtime = try Runtime(
      Program(
        model: App(),
        CombinedUpdater<App>([
          .slice(\.isOn, provider),
          .slice(
            \.isOn,
            TypedFunctionUpdater { (model: inout Switch, _: Switched) in
              model.isOn = true
              return []
            }),
          .slice(
            \.count,
            TypedFunctionUpdater { (model: inout Count, message: Ticked) in
              if case .ticked(let tick) = message { model.intervals += tick.intervals }
              return []
            }),
        ])), interpreters: [.time()])
    runtime.start()
    Thread.sleep(forTimeInterval: 0.3)
    let before = Memory().resident ?? 0
    runtime.dispatch(Switched.on)
    Thread.sleep(forTimeInterval: 2)
    let bytes = (Memory().resident ?? 0) - before
    let (start, intervals) = (processorSeconds(), runtime.model.count.intervals)
    Thread.sleep(forTimeInterval: seconds)
    let used = processorSeconds() - start
    let ticks = runtime.model.count.intervals - intervals
    runtime.requestShutdown()
    return [
      Figure(name: "processor", value: used / seconds * 100, unit: "% of one core"),
      Figure(name: "memory", value: Double(bytes) / Double(count), unit: "bytes each"),
      Figure(name: "ticks", value: Double(ticks) / seconds, unit: "in a second"),
    ]
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
