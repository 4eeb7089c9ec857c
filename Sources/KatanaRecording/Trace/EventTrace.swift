public import KatanaRuntime

/// Collects the events of a runtime as a trace, for a trace viewer.
///
/// ```swift
/// let trace = EventTrace(name: "conduit")
/// let runtime = try Runtime(program, options: RuntimeOptions(eventHandlers: [trace.eventHandler]))
/// …
/// try trace.json().write(to: url)      // open it at ui.perfetto.dev
/// ```
///
/// The trace is in the Trace Event format ("Trace Event Format", Google, 2016), which Perfetto and
/// Chrome's `about:tracing` open:
/// - Updates, runs of commands and active subscriptions are spans.
/// - Arrows lead from an update to the run of a command that it returned, and from the run to the
///   updates of its messages.
/// - A counter shows the number of waiting commands.
///
/// The trace contains the names of types and cases, but no payloads.
public final class EventTrace: Sendable {
  private let name: String
  private let state: Locked<EventSpans>

  /// Creates an empty trace.
  ///
  /// - Parameters:
  ///   - name: The name of the app in the viewer.
  ///   - limit: The number of entries, such as spans and arrows, that the trace keeps. Later events
  ///     are left out, and the trace contains their number.
  public init(name: String, limit: Int = 1_000_000) {
    self.name = name
    state = Locked(EventSpans(limit: limit))
  }

  /// The event handler that collects the events of a runtime. Give it to one runtime only.
  public var eventHandler: EventHandler {
    EventHandler(to: [.updates, .messages, .commands, .subscriptions, .issues, .times]) {
      [state] event in
      guard let time = event.time else { return }
      state.withLock { $0.add(event.fact, at: time) }
    }
  }

  /// Returns the trace so far, as the text of a JSON file.
  ///
  /// An open span ends at the time of the last event. Can be called from any thread, and
  /// repeatedly.
  public func json() -> String { state.withLock { $0.spans }.json(name: name) }
}
