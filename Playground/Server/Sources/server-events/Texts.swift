import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Tracing

extension InMemoryLogHandler.Entry {
  var line: String {
    let details = metadata.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
    return "\(level) \(message)  \(details.joined(separator: " "))"
  }
}

extension TestMetrics {
  /// The totals and the numbers of measurements. It leaves out durations, which differ from run to
  /// run.
  var lines: [String] {
    let counts = counters.map { "\(name($0.label, $0.dimensions)) \($0.totalValue)" }
    let times = timers.map { "\(name($0.label, $0.dimensions)) measured \($0.values.count) times" }
    let gauges = recorders.map {
      "\(name($0.label, $0.dimensions)) at most \($0.values.max() ?? 0), now \($0.lastValue ?? 0)"
    }
    return counts.sorted() + times.sorted() + gauges.sorted()
  }

  private func name(_ label: String, _ dimensions: [(String, String)]) -> String {
    let values = dimensions.map { "\($0)=\($1)" }.joined(separator: ",")
    return values.isEmpty ? label : "\(label){\(values)}"
  }
}

/// Returns a line for each span, indented below its parent, in the order in which the spans
/// started.
func spanTree(_ spans: [FinishedInMemorySpan]) -> [String] {
  let children = Dictionary(grouping: spans) { $0.parentSpanID }
  func lines(below parent: String?, _ indentation: String) -> [String] {
    let spans = (children[parent] ?? []).sorted { $0.start < $1.start }
    return spans.flatMap { span in
      let end = span.attributes.get("katana.end").map { ": \($0.text)" } ?? ""
      let error = span.errors.first.map { " (\($0.error))" } ?? ""
      return [indentation + span.operationName + end + error]
        + lines(below: span.spanID, indentation + "  ")
    }
  }
  return lines(below: nil, "")
}

extension FinishedInMemorySpan {
  fileprivate var start: UInt64 { startInstant.nanosecondsSinceEpoch }
}

extension SpanAttribute {
  fileprivate var text: String { if case .string(let text) = self { text } else { "" } }
}
