package import Katana

/// Answers what the newest recording says behind what was read before, as soon as there is something. The
/// next one is asked for when this was taken, so what waits is bounded.
package struct ReadMore: Command, Equatable {
  package var reply: Reply<[LogFact]>
  package init(_ reply: Reply<[LogFact]>) { self.reply = reply }
}

/// Reads the entries around a message from the recording.
package struct ReadRange: Command, Equatable {
  package var number: UInt64
  package var reply: Reply<RangeRead>
  package init(around number: UInt64, _ reply: Reply<RangeRead>) {
    (self.number, self.reply) = (number, reply)
  }
}

package struct RangeRead: Equatable, Sendable {
  package var facts: [LogFact]
  package var number: UInt64
  package var problem: String?
  package init(_ facts: [LogFact], around number: UInt64, problem: String? = nil) {
    (self.facts, self.number, self.problem) = (facts, number, problem)
  }
}

/// Reads or computes the model of the app after a message.
package struct LoadModel: Command, Equatable {
  package var number: UInt64
  package var reply: Reply<LoadedModel>
  package init(after number: UInt64, _ reply: Reply<LoadedModel>) {
    (self.number, self.reply) = (number, reply)
  }
}

/// Asks the runtime of the app what waits, and for its counts.
package struct AskRuntime: Command, Equatable {
  package var reply: Reply<RuntimeFacts>
  package init(_ reply: Reply<RuntimeFacts>) { self.reply = reply }
}

package struct RuntimeFacts: Equatable, Sendable {
  package var waiting: [String]
  package var statistics: String
  package init(waiting: [String], statistics: String) {
    (self.waiting, self.statistics) = (waiting, statistics)
  }
}

/// Ends the monitor, and not the app.
package struct EndMonitor: Command, Equatable {
  package init() {}
}

/// Does something with the app, or writes a file beside the recording.
package struct Act: Command, Equatable {
  package var action: MonitorAction
  /// The messages that it concerns; for most of it, the last one.
  package var numbers: ClosedRange<UInt64>
  package var reply: Reply<ActionResult>
  package init(
    _ action: MonitorAction, _ numbers: ClosedRange<UInt64>, _ reply: Reply<ActionResult>
  ) {
    (self.action, self.numbers, self.reply) = (action, numbers, reply)
  }
}
