import Katana

extension TraceSpans {
  /// Returns the trace as the text of a JSON file.
  ///
  /// - Parameter name: The name of the app in the viewer.
  package func json(name: String) -> String { TraceText(self).json(name: name) }
}

/// The text of a trace, with one entry for each line.
private struct TraceText {
  private let trace: TraceSpans
  /// The number of the thread that stands for each lane in the file.
  private let threads: [TraceLane: Int]

  init(_ trace: TraceSpans) {
    self.trace = trace
    let used: [TraceLane] = [.updates] + (trace.issues.isEmpty ? [] : [.issues])
    let lanes = Set(trace.spans.map(\.lane)).union(used).sorted {
      ($0.track.rawValue, $0.number) < ($1.track.rawValue, $1.number)
    }
    // From 2: the viewer labels the thread with the number of its process as the main thread.
    threads = Dictionary(uniqueKeysWithValues: zip(lanes, 2...))
  }

  /// Returns the text of the file.
  func json(name: String) -> String {
    let lines =
      [#"{"ph":"M","pid":1,"name":"process_name","args":{"name":\#(quoted(name))}}"#] + names
      + trace.spans.map(text) + trace.arrows.enumerated().flatMap { text($1, $0) } + counts + issues
    let note =
      trace.leftOut == 0
      ? "" : #","otherData":{"left out":"\#(trace.leftOut) events, over the limit"}"#
    return "{\"traceEvents\":[\n" + lines.joined(separator: ",\n") + "\n]\(note)}\n"
  }

  private var names: [String] {
    threads.sorted { $0.value < $1.value }.flatMap { lane, thread in
      [
        #"{"ph":"M","pid":1,"tid":\#(thread),"name":"thread_name","args":{"name":"\#(lane.track)"}}"#,
        #"{"ph":"M","pid":1,"tid":\#(thread),"name":"thread_sort_index","args":{"sort_index":\#(thread)}}"#,
      ]
    }
  }

  private func text(_ span: TraceSpans.Span) -> String {
    let details = span.details + (span.end == nil ? [("end", "still runs")] : [])
    let end = span.end ?? trace.lastTime ?? span.start
    // A clock may have gone back.
    let duration = microseconds(max(end.subtracting(span.start), .zero))
    return #"{"ph":"X",\#(place(span.lane, span.start)),"name":\#(quoted(span.name)),"#
      + #""dur":\#(duration),"args":{"#
      + details.map { "\(quoted($0)):\(quoted($1))" }.joined(separator: ",") + "}}"
  }

  private func text(_ arrow: TraceSpans.Arrow, _ number: Int) -> [String] {
    let name = #""name":"cause","cat":"cause","id":\#(number)"#
    return [
      #"{"ph":"s",\#(name),\#(place(arrow.from.lane, arrow.from.time))}"#,
      #"{"ph":"f","bp":"e",\#(name),\#(place(arrow.to.lane, arrow.to.time))}"#,
    ]
  }

  // The viewer joins the names of the entry and of its value to "waiting commands".
  private var counts: [String] {
    trace.counts.map {
      #"{"ph":"C","pid":1,"name":"waiting","ts":\#(microseconds($0.time)),"args":{"commands":\#($0.waiting)}}"#
    }
  }

  private var issues: [String] {
    trace.issues.map {
      #"{"ph":"i","s":"t",\#(place(.issues, $0.time)),"name":\#(quoted($0.name))}"#
    }
  }

  private func place(_ lane: TraceLane, _ time: Duration) -> String {
    #""pid":1,"tid":\#(threads[lane] ?? 0),"ts":\#(microseconds(time))"#
  }
}

/// Returns a duration in microseconds, with three decimal places.
private func microseconds(_ duration: Duration) -> String {
  let nanoseconds = duration.nanoseconds
  let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
  return (nanoseconds < 0 ? "-" : "") + "\(whole)." + "\(1_000 + rest)".dropFirst()
}

/// Returns a text as a JSON string.
private func quoted(_ text: String) -> String {
  var bytes: [UInt8] = []
  bytes.appendQuoted(text)
  return String(decoding: bytes, as: UTF8.self)
}
