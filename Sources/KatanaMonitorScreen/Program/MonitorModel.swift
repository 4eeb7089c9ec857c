import Katana

/// The model of the monitor.
package struct MonitorModel: Model, Equatable {
  package typealias Receives = MonitorMessage

  package enum Page: String, CaseIterable, Sendable {
    case timeline = "Timeline"
    case causes = "Causes"
    case model = "Model"
    case now = "Now"
  }

  package enum Dialog: Sendable {
    case number
    /// Whether the app shall go on from an earlier model.
    case goOn
  }

  /// The model of the app at a message.
  package struct Shown: Equatable, Sendable {
    /// The number of the message that was asked for.
    package var number: UInt64
    /// The number of the message after which the model was recorded; 0 for the first model.
    package var after: UInt64
    package var tree: ValueTree
    package var step: StepTexts?
  }

  /// What is asked about the chosen message.
  package enum Detail: Equatable, Sendable {
    case none, loading(UInt64), shown(Shown)
    /// Why there is no model.
    case missing(UInt64, String)
  }

  /// Whether the types of the app are known: models at each message, differences, tests.
  package var hasTypes = false
  /// Whether it runs in the process of the app, so that what waits can be asked for; and whether it may act.
  package var isInside = false
  package var acts = false
  /// Where recordings are looked for, as the person has named it.
  package let place: String
  package var log = MonitorLog()
  /// What is shown in place of the newest entries: an older part, or what was there when it was paused.
  package var held: MonitorLog?
  package var lines = TimelineLines()
  package var filter = ""
  /// Whether equal entries in a row are one line.
  package var folds = true
  /// Whether the list of the page asks for the focus: not while the person types elsewhere.
  package var asksForList = true
  /// How often the person has gone to the filter by its key.
  package var filterVisits = 0
  /// Whether the timeline shows its end while entries are added.
  package var follows = true
  package var page = Page.timeline
  /// The position of the chosen entry.
  package var chosen: Int?
  package var causes = CauseTree()
  /// The row of that tree which the person is at.
  package var causeRow: Int?
  package var detail = Detail.none
  package var search = ""
  package var found: ValueTree.Path?
  /// How many half seconds have passed since the last line.
  package var quietTicks: Int64 = 0
  /// What the runtime of the app says.
  package var runtime = RuntimeFacts(waiting: [], statistics: "")
  /// The number of the message after which the app shows its model; `nil` while it shows the present.
  package var travelledTo: UInt64?
  /// What the last action has done, or why it could not.
  package var notice = ""
  /// The first message of the test that is to be written.
  package var testStart: UInt64?
  package var dialog: Dialog?
  /// The number that is typed.
  package var goal = ""

  package init(place: String) { self.place = place }

  /// The time of the app's clock, as far as it is known.
  package var now: Int64 { log.isEnded ? log.now : log.now + quietTicks * 500_000_000 }

  /// What is shown.
  package var shownLog: MonitorLog { held ?? log }

  package var chosenEntry: MonitorLog.Entry? {
    chosen.flatMap { shownLog.entries.positions.contains($0) ? shownLog.entries[$0] : nil }
  }

  /// The number of the chosen message.
  package var chosenNumber: UInt64? {
    chosenEntry.flatMap { $0.message.number > 0 ? $0.message.number : nil }
  }
}

/// What today's program says of a recorded message.
package struct StepTexts: Equatable, Sendable {
  /// The message and the commands, as Swift source where possible.
  package var message: String
  package var commands: [String]
  /// The lines of a difference; `nil` if the model did not change.
  package var changes: String?

  package init(message: String, commands: [String], changes: String?) {
    (self.message, self.commands, self.changes) = (message, commands, changes)
  }
}

package enum MonitorMessage: Message, Equatable {
  case read([LogFact])
  case pageChosen(Int)
  case chosen(Int), causeChosen(row: Int), causeTapped
  case filterChanged(String), filterTapped, pauseTapped, followTapped, foldTapped
  case goTapped, goalChanged(String), goalEntered
  case rangeRead(RangeRead)
  case modelRead(LoadedModel)
  case branchToggled(ValueTree.Path)
  case searchChanged(String), searchEntered
  case runtimeRead(RuntimeFacts)
  case ticked
  case testBeginTapped, actTapped(MonitorAction), goOnTapped, dialogClosed
  case acted(ActionResult)
  case quitTapped
}

/// What a person asks for; most of it concerns the chosen message.
package enum MonitorAction: Equatable, Sendable {
  case travel, showPresent, goOn, send, writeTest, writeTrace, writeReduxFile
}

/// What an action has done, or why it has not.
package struct ActionResult: Equatable, Sendable {
  package var text: String
  /// The message after which the app shows its model now, `.some(nil)` for the present; `nil` if that has
  /// not changed.
  package var shows: UInt64??

  package init(_ text: String, shows: UInt64?? = nil) {
    (self.text, self.shows) = (text, shows)
  }
}

/// The model of the app after a message, and before it if that is known.
package struct LoadedModel: Equatable, Sendable {
  package var number: UInt64
  package var after: UInt64
  /// The model as JSON; `nil` with a problem.
  package var model: [UInt8]?
  package var before: [UInt8]?
  package var step: StepTexts?
  package var problem: String?

  package init(
    number: UInt64, after: UInt64 = 0, model: [UInt8]? = nil, before: [UInt8]? = nil,
    step: StepTexts? = nil, problem: String? = nil
  ) {
    (self.number, self.after, self.model, self.before) = (number, after, model, before)
    (self.step, self.problem) = (step, problem)
  }
}
