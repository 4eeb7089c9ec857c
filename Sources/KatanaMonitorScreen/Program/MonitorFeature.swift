package import Katana
import KatanaEffects

/// The updates of the monitor.
package struct MonitorFeature: TypedUpdater, SubscriptionProvider {
  package init() {}

  package var effects: [any Effect.Type] {
    [
      ReadMore.self, ReadRange.self, LoadModel.self, AskRuntime.self, Act.self, Every.self,
      EndMonitor.self,
    ]
  }

  package func subscriptions(model: MonitorModel) -> [any Subscription] {
    model.log.isEnded ? [] : [Every(.milliseconds(500), reply(.ticked))]
  }

  package func update(model: inout MonitorModel, message: MonitorMessage) -> [any Command] {
    switch message {
    case .read, .ticked, .modelRead, .runtimeRead: break
    // What an earlier action has said is not said of a later one.
    default: model.notice = ""
    }
    switch message {
    case .read(let facts):
      read(facts, &model)
      return [ReadMore(reply { .read($0) })]
    case .pageChosen(let page): return open(MonitorModel.Page.allCases[page], &model)
    case .chosen(let position): return choose(position, &model)
    case .causeChosen(let row):
      model.causeRow = row
      guard let number = model.causes.number(at: row) else { return [] }
      model.chosen = model.shownLog.position(of: number) ?? model.chosen
      return load(&model)
    case .causeTapped:
      guard let cause = model.chosenEntry?.message.cause else { return [] }
      return go(to: cause, &model)
    case .filterChanged(let text):
      (model.filter, model.asksForList) = (text, false)
      showLines(&model)
    case .filterTapped:
      (model.page, model.filterVisits, model.asksForList) = (
        .timeline, model.filterVisits + 1, false
      )
    case .foldTapped:
      model.folds.toggle()
      showLines(&model)
    case .pauseTapped: model.held == nil ? hold(model.log, &model) : goLive(&model)
    case .followTapped: model.follows.toggle()
    case .goTapped: (model.dialog, model.goal) = (.number, "")
    case .goalChanged(let text): model.goal = text.filter(\.isNumber)
    case .goalEntered:
      model.dialog = nil
      return go(to: UInt64(model.goal) ?? model.log.latest ?? 0, &model)
    case .rangeRead(let range): show(range, &model)
    case .modelRead(let loaded): take(loaded, &model)
    case .branchToggled(let path): changeTree(&model) { $0.toggle(path) }
    case .searchChanged(let text): (model.search, model.found) = (text, nil)
    case .searchEntered:
      let (text, start) = (model.search, model.found)
      var found: ValueTree.Path?
      changeTree(&model) { found = $0.find(text, after: start) }
      model.found = found
      model.notice = found == nil && !text.isEmpty ? "“\(text)” is not in the model." : ""
    case .runtimeRead(let facts): model.runtime = facts
    case .ticked:
      model.quietTicks += 1
      return askRuntime(model)
    case .testBeginTapped:
      model.testStart = model.chosenNumber
      model.notice = "A test begins there. Choose the last message, and write it."
    case .goOnTapped: model.dialog = .goOn
    case .dialogClosed: model.dialog = nil
    case .actTapped(let action): return act(action, &model)
    case .acted(let result):
      model.notice = result.text
      if let shown = result.shows { model.travelledTo = shown }
    case .quitTapped: return [EndMonitor()]
    }
    return []
  }

  // MARK: The log

  private func read(_ facts: [LogFact], _ model: inout MonitorModel) {
    let source = model.log.source
    model.quietTicks = 0
    for fact in facts { model.log.add(fact) }
    // An update that was slow has its line already, where the recording is durable.
    let isLate = facts.contains {
      if case .handled(_, _, let took?, _) = $0 { took > MonitorLog.slow } else { false }
    }
    if model.held == nil { isLate ? showLines(&model) : model.lines.take(model.log) }
    let isOther = source.map {
      ($0.app, $0.started) != (model.log.source?.app, model.log.source?.started)
    }
    if isOther ?? false {
      (model.held, model.chosen, model.detail, model.dialog) = (nil, nil, .none, nil)
      (model.testStart, model.travelledTo, model.found) = (nil, nil, nil)
      showLines(&model)
      model.notice = "The app has begun again."
    }
  }

  private func hold(_ log: MonitorLog, _ model: inout MonitorModel) {
    model.held = log
    showLines(&model)
  }

  private func goLive(_ model: inout MonitorModel) {
    let number = model.chosenNumber
    (model.held, model.follows) = (nil, true)
    model.chosen = number.flatMap { model.log.position(of: $0) }
    showLines(&model)
  }

  private func go(to number: UInt64, _ model: inout MonitorModel) -> [any Command] {
    if let position = model.shownLog.position(of: number) {
      if model.lines.line(of: position) == nil {
        model.filter = ""
        showLines(&model)
        model.notice = "The filter is off, because it hides message \(number)."
      }
      return choose(position, &model)
    }
    model.notice = "Reading the recording up to message \(number)…"
    return [ReadRange(around: number, reply { .rangeRead($0) })]
  }

  private func showLines(_ model: inout MonitorModel) {
    model.lines = TimelineLines(model.shownLog, LogFilter(model.filter), folds: model.folds)
    if model.page == .causes { showCauses(&model) }
  }

  private func showCauses(_ model: inout MonitorModel) {
    // What is no message belongs to the tree of its cause.
    let number = model.chosenNumber ?? model.chosenEntry?.message.cause
    model.causes = number.map { CauseTree(of: $0, in: model.shownLog) } ?? CauseTree()
    model.causeRow = model.causes.nodes.indices.first { model.causes.number(at: $0) == number }
  }

  private func show(_ range: RangeRead, _ model: inout MonitorModel) {
    model.notice = range.problem ?? ""
    if range.problem != nil { return }
    var log = MonitorLog()
    for fact in range.facts { log.add(fact) }
    guard let position = log.position(of: range.number) else {
      model.notice = "Message \(range.number) was not handled, or its line is missing."
      return
    }
    (model.chosen, model.follows, model.filter) = (position, false, "")
    hold(log, &model)
  }

  // MARK: One message

  private func choose(_ position: Int, _ model: inout MonitorModel) -> [any Command] {
    model.chosen = position
    // The line that is chosen stays where it is.
    model.follows = position == model.shownLog.entries.end - 1 && model.follows
    if model.page == .causes { showCauses(&model) }
    return load(&model)
  }

  private func open(_ page: MonitorModel.Page, _ model: inout MonitorModel) -> [any Command] {
    (model.page, model.asksForList) = (page, true)
    // Without a choice, it is the last message that is shown.
    let (lines, entries) = (model.lines.lines, model.shownLog.entries)
    let last = lines.positions.last { entries[lines[$0].last].message.number > 0 }
    model.chosen = model.chosen ?? last.map { lines[$0].last }
    if model.page == .causes { showCauses(&model) }
    return load(&model) + askRuntime(model)
  }

  /// Asks for the model where it is shown, and for the difference where it can be computed.
  private func load(_ model: inout MonitorModel) -> [any Command] {
    guard model.page == .model || model.hasTypes, let number = model.chosenNumber else { return [] }
    switch model.detail {
    case .loading(number): return []
    case .shown(let shown) where shown.number == number: return []
    default: break
    }
    if case .shown = model.detail {} else { model.detail = .loading(number) }
    return [
      LoadModel(after: number, reply { .modelRead($0) })
        .debounced(id: "model", for: .milliseconds(120))
        .cancellable(id: "model", cancelInFlight: true)
    ]
  }

  private func take(_ loaded: LoadedModel, _ model: inout MonitorModel) {
    guard loaded.number == model.chosenNumber else {
      if case .loading(loaded.number) = model.detail { model.detail = .none }
      return
    }
    guard let bytes = loaded.model else {
      model.detail = .missing(loaded.number, loaded.problem ?? "The recording has no model.")
      return
    }
    let former = if case .shown(let shown) = model.detail { shown.tree } else { ValueTree?.none }
    let tree = ValueTree(bytes, before: loaded.before, as: former)
    model.detail = .shown(
      .init(number: loaded.number, after: loaded.after, tree: tree, step: loaded.step))
    model.found = nil
  }

  private func changeTree(_ model: inout MonitorModel, _ body: (inout ValueTree) -> Void) {
    guard case .shown(var shown) = model.detail else { return }
    body(&shown.tree)
    model.detail = .shown(shown)
  }

  private func askRuntime(_ model: MonitorModel) -> [any Command] {
    guard model.page == .now, model.isInside else { return [] }
    return [AskRuntime(reply { .runtimeRead($0) })]
  }

  // MARK: Acting

  private func act(_ action: MonitorAction, _ model: inout MonitorModel) -> [any Command] {
    model.dialog = nil
    let needsMessage = ![.showPresent, .writeTrace, .writeReduxFile].contains(action)
    guard let number = model.chosenNumber ?? (needsMessage ? nil : 0) else {
      model.notice = "Choose a message first."
      return []
    }
    if action == .send, model.travelledTo != nil {
      model.notice =
        "The app shows its past, where it takes no messages: first go back to the present."
      return []
    }
    let start = action == .writeTest ? model.testStart ?? number : number
    if action == .writeTest { model.testStart = nil }
    return [Act(action, min(start, number)...max(start, number), reply { .acted($0) })]
  }
}

/// Returns the program of the monitor.
package func monitorProgram(_ model: MonitorModel) -> Program<MonitorModel> {
  Program(model: model, MonitorFeature(), commands: [ReadMore(Reply { MonitorMessage.read($0) })])
}
