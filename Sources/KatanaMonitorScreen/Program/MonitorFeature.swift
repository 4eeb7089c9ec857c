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
    case .read(let facts):
      read(facts, &model)
      return [ReadMore(reply { .read($0) })]
    case .pageChosen(let page): return open(MonitorModel.Page(rawValue: page), &model)
    case .chosen(let position): return choose(position, &model)
    case .causeChosen(let position):
      model.chosen = position
      return load(&model)
    case .filterChanged(let text):
      model.filter = text
      model.lines = TimelineLines(model.shownLog, LogFilter(text))
    case .filterTapped: (model.page, model.filterVisits) = (.timeline, model.filterVisits + 1)
    case .pauseTapped: model.held == nil ? hold(model.log, &model) : goLive(&model)
    case .liveTapped: goLive(&model)
    case .followTapped: model.follows.toggle()
    case .goTapped: (model.isGoing, model.goal) = (true, "")
    case .goalChanged(let text): model.goal = text.filter(\.isNumber)
    case .goClosed: model.isGoing = false
    case .goalEntered: return go(&model)
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
    case .runtimeRead(let facts):
      (model.waiting, model.statistics) = (facts.waiting, facts.statistics)
    case .ticked:
      model.quietTicks += 1
      return askRuntime(model)
    case .travelTapped, .presentTapped, .goOnTapped, .sendTapped, .testBeginTapped, .testTapped,
      .traceTapped, .reduxTapped:
      return act(message, &model)
    case .acted(.success(let result)):
      (model.notice, model.travelledTo) = (result.text, result.travelledTo)
    case .acted(.failure(let failure)): model.notice = failure.text
    case .quitTapped: return [EndMonitor()]
    }
    return []
  }

  // MARK: The log

  private func read(_ facts: [LogFact], _ model: inout MonitorModel) {
    let source = model.log.source
    model.quietTicks = 0
    for fact in facts { model.log.add(fact) }
    if model.held == nil { model.lines.take(model.log) }
    let isOther = source.map {
      ($0.app, $0.started) != (model.log.source?.app, model.log.source?.started)
    }
    if isOther ?? false {
      (model.held, model.chosen, model.detail) = (nil, nil, .none)
      model.lines = TimelineLines(model.log, LogFilter(model.filter))
      model.notice = "The app has begun again."
    }
  }

  private func hold(_ log: MonitorLog, _ model: inout MonitorModel) {
    model.held = log
    model.lines = TimelineLines(log, LogFilter(model.filter))
  }

  private func goLive(_ model: inout MonitorModel) {
    let number = model.chosenNumber
    (model.held, model.follows) = (nil, true)
    model.lines = TimelineLines(model.log, LogFilter(model.filter))
    model.chosen = number.flatMap { model.log.position(of: $0) }
  }

  private func go(_ model: inout MonitorModel) -> [any Command] {
    model.isGoing = false
    guard let number = UInt64(model.goal), number > 0 else { return [] }
    if let position = model.shownLog.position(of: number) { return choose(position, &model) }
    model.notice = "Reading the recording up to message \(number)…"
    return [ReadRange(around: number, reply { .rangeRead($0) })]
  }

  private func show(_ range: RangeRead, _ model: inout MonitorModel) {
    model.notice = range.problem ?? ""
    if range.problem != nil { return }
    var log = MonitorLog()
    for fact in range.facts { log.add(fact) }
    hold(log, &model)
    (model.chosen, model.follows) = (log.position(of: range.number), false)
  }

  // MARK: One message

  private func choose(_ position: Int, _ model: inout MonitorModel) -> [any Command] {
    model.chosen = position
    // The line that is chosen stays where it is.
    model.follows = position == model.shownLog.entries.end - 1 && model.follows
    if let number = model.chosenNumber, model.page != .timeline || model.abilities.hasTypes {
      model.causes = CauseTree(of: number, in: model.shownLog)
    }
    return load(&model)
  }

  private func open(_ page: MonitorModel.Page?, _ model: inout MonitorModel) -> [any Command] {
    model.page = page ?? .timeline
    // Without a choice, it is the last line that is shown.
    model.chosen = model.chosen ?? model.lines.lines.last?.last
    if model.page == .causes, let number = model.chosenNumber {
      model.causes = CauseTree(of: number, in: model.shownLog)
    }
    return load(&model) + askRuntime(model)
  }

  /// Asks for the model where it is shown, and for the difference where it can be computed.
  private func load(_ model: inout MonitorModel) -> [any Command] {
    guard model.page == .model || model.abilities.hasTypes, let number = model.chosenNumber
    else { return [] }
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
    guard loaded.number == model.chosenNumber else { return }
    guard let bytes = loaded.model else {
      model.detail = .missing(loaded.number, loaded.problem ?? "The recording has no model.")
      return
    }
    var tree = ValueTree(bytes, before: loaded.before)
    if case .shown(let shown) = model.detail {
      tree = shown.tree.showing(bytes, before: loaded.before)
    }
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
    guard model.page == .now, model.abilities.isInside else { return [] }
    return [AskRuntime(reply { .runtimeRead($0) })]
  }

  // MARK: Acting

  private func act(_ message: MonitorMessage, _ model: inout MonitorModel) -> [any Command] {
    let action: Act.Action
    switch message {
    case .traceTapped: action = .writeTrace
    case .reduxTapped: action = .writeReduxFile
    case .presentTapped: action = .showPresent
    default:
      guard let number = model.chosenNumber else {
        model.notice = "Choose a message first."
        return []
      }
      switch message {
      case .travelTapped: action = .travel(to: number)
      case .goOnTapped: action = .goOn(from: number)
      case .sendTapped: action = .send(number)
      case .testBeginTapped:
        model.testStart = number
        model.notice = "A test begins with message \(number). Choose the last one, and write it."
        return []
      default:
        let start = model.testStart ?? number
        action = .writeTest(min(start, number)...max(start, number))
        model.testStart = nil
      }
    }
    return [Act(action, reply { .acted($0) })]
  }
}

/// Returns the program of the monitor.
package func monitorProgram(_ model: MonitorModel) -> Program<MonitorModel> {
  Program(model: model, MonitorFeature(), commands: [ReadMore(Reply { MonitorMessage.read($0) })])
}
