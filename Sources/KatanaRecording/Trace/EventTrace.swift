public import KatanaRuntime

/// Collects what happens in a runtime, for a viewer of traces.
///
/// ```swift
/// let trace = EventTrace(name: "conduit")
/// let runtime = try Runtime(program, options: RuntimeOptions(listeners: [trace.listener]))
/// …
/// try trace.json().write(to: url)      // open it at ui.perfetto.dev
/// ```
///
/// The text is in the Trace Event format, which Perfetto and Chrome's `about:tracing` open: updates, runs
/// of commands and running subscriptions are spans, arrows lead from the update that has returned a
/// command to its run and from there to the updates of its messages, and a counter shows how many commands
/// wait. Names of types and cases appear in it, and no payloads.
///
/// Source of the format: "Trace Event Format", Google, 2016.
public final class EventTrace: Sendable {
  private let name: String
  private let limit: Int
  private let state = TraceState()

  /// Creates an empty trace.
  ///
  /// - Parameters:
  ///   - name: The name of the app in the viewer.
  ///   - limit: How many spans, arrows and numbers are kept. What comes later is counted, and the trace says so.
  public init(name: String, limit: Int = 1_000_000) {
    self.name = name
    self.limit = limit
  }

  /// Collects the events of one runtime.
  public var listener: EventListener {
    EventListener(to: [.updates, .messages, .commands, .subscriptions, .issues, .times]) {
      [state, limit] event in
      guard let time = event.time else { return }
      state.withLock { $0.add(event.fact, at: time, limit: limit) }
    }
  }

  /// The trace so far, as the text of a file. Spans that have not ended end here.
  public func json() -> String { TraceText(state.withLock { $0 }).json(name: name) }
}
