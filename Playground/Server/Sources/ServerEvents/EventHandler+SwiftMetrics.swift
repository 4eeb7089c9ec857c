public import KatanaRuntime
public import Metrics
import Synchronization

extension EventHandler {
  /// Returns an event handler that measures the events of a runtime with the package swift-metrics.
  ///
  /// | label | kind | dimensions |
  /// | --- | --- | --- |
  /// | `katana_messages` | counter | `message` |
  /// | `katana_messages_not_handled` | counter | `reason` |
  /// | `katana_update_duration` | timer | `message` |
  /// | `katana_run_duration` | timer | `command`, `end` |
  /// | `katana_failures` | counter | `command`, `error` |
  /// | `katana_waiting_commands` | gauge | |
  ///
  /// The values of a dimension are names of types and cases, so their number is limited by the
  /// source code of the app. Durations are measured with the runtime's clock.
  ///
  /// - Parameter factory: The factory of the metrics, such as `MetricsSystem.factory`.
  public static func swiftMetrics(_ factory: any MetricsFactory) -> EventHandler {
    .forEachRuntime(to: [.messages, .commands, .times]) { _ in
      let measured = Mutex(RuntimeMetrics(factory))
      return { event in measured.withLock { $0.add(event) } }
    }
  }
}

/// The metrics of one runtime. Each is created when it is first needed.
private struct RuntimeMetrics {
  private let factory: any MetricsFactory
  private let waiting: Gauge
  private var messages: [ValueName: (count: Counter, duration: Metrics.Timer)] = [:]
  private var runs: [UInt64: Duration] = [:]
  private var waits: Set<UInt64> = []

  init(_ factory: any MetricsFactory) {
    self.factory = factory
    waiting = Gauge(label: "katana_waiting_commands", factory: factory)
  }

  mutating func add(_ event: RuntimeEvent) {
    switch event.fact {
    case .handled(let message): add(message)
    case .notHandled(let message):
      count("katana_messages_not_handled", [("reason", "\(message.reason)")])
    case .command(let command): if let time = event.time { add(command, at: time) }
    case .started, .handling, .modelReplaced, .subscription, .issue, .ended: break
    }
  }

  private mutating func add(_ message: HandledMessage) {
    let name = ValueName(message.envelope.message)
    let metrics = messages[name] ?? make(name)
    messages[name] = metrics
    metrics.count.increment()
    if let duration = message.duration { metrics.duration.record(duration: duration) }
  }

  private func make(_ name: ValueName) -> (count: Counter, duration: Metrics.Timer) {
    let dimensions = [("message", name.fullName)]
    return (
      Counter(label: "katana_messages", dimensions: dimensions, factory: factory),
      Timer(label: "katana_update_duration", dimensions: dimensions, factory: factory)
    )
  }

  private mutating func add(_ command: CommandEvent, at time: Duration) {
    switch command.step {
    case .started: runs[command.id] = time
    case .delayed, .queued:
      waits.insert(command.id)
      waiting.record(waits.count)
    case .resumed, .cancelled, .finished: end(command, at: time)
    case .failed(let error):
      let dimensions = [("command", command.command.fullName), ("error", "\(type(of: error))")]
      count("katana_failures", dimensions)
      end(command, at: time)
    case .answered, .retried: break
    }
  }

  /// Records the end of a run or of its wait.
  private mutating func end(_ command: CommandEvent, at time: Duration) {
    if waits.remove(command.id) != nil { waiting.record(waits.count) }
    guard let start = runs.removeValue(forKey: command.id) else { return }
    let dimensions = [("command", command.command.fullName), ("end", command.step.name)]
    Timer(label: "katana_run_duration", dimensions: dimensions, factory: factory)
      .record(duration: time - start)
  }

  private func count(_ label: String, _ dimensions: [(String, String)]) {
    Counter(label: label, dimensions: dimensions, factory: factory).increment()
  }
}
