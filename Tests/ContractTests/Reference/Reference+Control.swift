import KatanaRuntime

/// What is said about commands.
extension Reference {
  func start(_ expression: Expression, _ id: ID, _ place: Place, _ origins: [Origin] = []) {
    let (place, expression) = expression.inside(place)
    let node = makeNode(expression, id, place, life(of: place), origins)
    if case .work(let plan) = expression { return perform(node, plan, isControlled: false) }
    roots.append(node)
    begin(node)
    takeTurns()
  }

  private func makeNode(
    _ expression: Expression, _ id: ID, _ place: Place, _ life: Life?, _ origins: [Origin]
  ) -> Node {
    nodeCount += 1
    return Node(nodeCount, expression, id, place, life, origins)
  }

  /// Those for whom a place has become free begin after all other consequences of an event.
  func takeTurns() {
    while !ready.isEmpty {
      let node = ready.removeFirst()
      if !node.isOver { takePlace(node) }
    }
  }

  private func takePlace(_ node: Node) {
    node.hasPlace = true
    begin(content: node)
  }

  /// Whether no new command may start: what still waited when the shutdown came is dropped.
  private var startsNothing: Bool {
    switch current {
    case .message, .begin: false
    default: isClosing
    }
  }

  private func begin(_ node: Node) {
    switch node.expression {
    case .work(let plan):
      if startsNothing { end(node, .cancelled) } else { perform(node, plan, isControlled: true) }
    case .send(let script):
      if startsNothing { end(node, .cancelled) } else { send(node, script) }
    case .cancel(let id):
      cancel(id, in: lives(meantBy: node))
      end(node, .finished)
    case .elsewhere: preconditionFailure("a node has the place, and is what is inside")
    case .cancellable(let id, let inFlight, let withConsequences, _):
      if inFlight { cancel(Name(node, id), sparing: node) }
      if node.isOver { return }
      // What renews itself under one name is one chain of consequences.
      let isOne = origins.contains { origin in
        origin.name == Name(node, id) && node.origins.contains { $0 === origin }
      }
      if withConsequences && !isOne {
        origins.append(Origin(Name(node, id)))
        node.ownOrigin = origins.last
      }
      named[Name(node, id), default: []].append(node)
      begin(content: node)
    case .delayed(let milliseconds, _):
      timers.append(node)
      expect(.scheduled(timers.count, .milliseconds(milliseconds)))
    case .inOrder: goOn(node)
    case .queued(let id, let queueing, _):
      named[Name(node, id), default: []].append(node)
      enqueue(node, Name(node, id), queueing)
    }
  }

  func begin(content node: Node) {
    switch node.expression {
    case .cancellable(_, _, _, let content), .delayed(_, let content), .queued(_, _, let content):
      begin(content, node.id, in: node)
    default: break
    }
  }

  private func begin(_ expression: Expression, _ id: ID, in parent: Node) {
    let origins = parent.origins + (parent.ownOrigin.map { [$0] } ?? [])
    let (place, expression) = expression.inside(parent.place)
    let life = enter(place, from: parent.place, parent.life)
    let node = makeNode(expression, id, place, life, origins)
    node.parent = parent
    parent.children.append(node)
    begin(node)
  }

  private func goOn(_ node: Node) {
    guard case .inOrder(let contents) = node.expression, !node.isOver else { return }
    let index = node.children.count
    guard index < contents.count else { return end(node, .finished) }
    begin(contents[index], node.id + [index], in: node)
  }

  private func enqueue(_ node: Node, _ name: Name, _ queueing: Queueing) {
    let queue = queues[name] ?? Queue()
    // Inside one that has its turn in the same queue, nobody waits again.
    if queue.running.contains(where: { node.isInside($0) }) { return begin(content: node) }
    switch queueing {
    case .latestWins:
      let others = queue.running + queue.waiting
      for other in named[name] ?? [] where others.contains(where: { $0 === other }) {
        end(other, .cancelled)
      }
      run(node, name)
    case .firstWins: if queue.running.isEmpty { run(node, name) } else { end(node, .cancelled) }
    case .twoAtMost: if queue.placesTaken < 2 { run(node, name) } else { wait(node, name) }
    case .keepLatest:
      if queue.placesTaken == 0 { return run(node, name) }
      for other in queue.waiting { end(other, .cancelled) }
      wait(node, name)
    }
  }

  private func wait(_ node: Node, _ name: Name) {
    queues[name, default: Queue()].waiting.append(node)
  }

  /// What begins may cancel what it is part of, and itself with it.
  private func run(_ node: Node, _ name: Name) {
    if node.isOver { return }
    queues[name, default: Queue()].running.append(node)
    takePlace(node)
  }

  // MARK: Ends

  func end(_ node: Node, _ outcome: Outcome) {
    guard !node.isOver else { return }
    silence(node)
    if let parent = node.parent {
      if case .inOrder = parent.expression, outcome == .finished { return goOn(parent) }
      return end(parent, outcome)
    }
    roots.removeAll { $0 === node }
    if outcome == .failed { expect(.reported(.interpreterThrew)) }
  }

  /// Ends without telling anybody.
  func silence(_ node: Node) {
    guard !node.isOver else { return }
    node.isOver = true
    if let run = node.run {
      cancel(run)
      // Its task does not begin any more, so nobody waits for that.
      if run.plan.style == .task && !run.hasBegun { leavePlaces(of: run) }
    }
    switch node.expression {
    case .cancellable(let id, _, _, _): forget(node, Name(node, id))
    case .queued(let id, _, _): forget(node, Name(node, id))
    default: break
    }
    for child in node.children { silence(child) }
    if case .queued(let id, _, _) = node.expression { leave(node, Name(node, id)) }
  }

  private func forget(_ node: Node, _ name: Name) { named[name]?.removeAll { $0 === node } }

  /// Those that wait get the places that are free for them, in their order, and begin later.
  private func leave(_ node: Node, _ name: Name) {
    guard queues[name] != nil else { return }
    queues[name]?.running.removeAll { $0 === node }
    queues[name]?.waiting.removeAll { $0 === node }
    if node.hasPlace && node.openRuns > 0 { queues[name]?.held.append(node) }
    fill(name)
  }

  private func fill(_ name: Name) {
    while let next = queues[name]?.waiting.first, let taken = queues[name]?.placesTaken,
      taken < next.limit
    {
      queues[name]?.waiting.removeFirst()
      queues[name]?.running.append(next)
      ready.append(next)
    }
  }

  /// A run keeps the places of all that it is inside of.
  private func keepPlaces(_ run: Run, _ node: Node) {
    var outer = node.parent
    while let next = outer {
      if next.hasPlace {
        next.openRuns += 1
        run.holders.append(next)
      }
      outer = next.parent
    }
  }

  func leavePlaces(of run: Run) {
    for node in run.holders {
      node.openRuns -= 1
      guard node.openRuns == 0, case .queued(let id, _, _) = node.expression else { continue }
      let name = Name(node, id)
      guard queues[name]?.held.contains(where: { $0 === node }) == true else { continue }
      queues[name]?.held.removeAll { $0 === node }
      fill(name)
    }
    run.holders = []
  }

  /// Cancels all that has a name, the oldest first: the whole before its parts.
  private func cancel(_ name: Name, sparing part: Node? = nil) {
    for node in named[name] ?? [] where part?.isInside(node) != true {
      // Nor does a consequence cancel what it is one of.
      if let own = node.ownOrigin, part?.origins.contains(where: { $0 === own }) == true {
        continue
      }
      end(node, .cancelled)
    }
    cancelConsequences(of: [name], sparing: part)
  }

  /// The oldest first; what they cause from now on is no consequence any more.
  private func cancelConsequences(of names: [Name], sparing part: Node? = nil) {
    let meant = origins.filter { origin in
      names.contains(origin.name) && part?.origins.contains { $0 === origin } != true
    }
    origins.removeAll { origin in meant.contains { $0 === origin } }
    for origin in meant {
      let all = roots.filter { $0.origins.contains { $0 === origin } }
      let alone = runs.values.filter { run in
        run.leaf == nil && run.origins.contains { $0 === origin }
      }
      let ends = all.map { node in (node.number, { self.end(node, .cancelled) }) }
      let cancellations = alone.map { run in (run.nodeNumber, { self.cancel(run) }) }
      for (_, act) in (ends + cancellations).sorted(by: { $0.0 < $1.0 }) { act() }
    }
  }

  private func cancel(_ id: Int, in lives: [Life?]) {
    let names = lives.map { Name(life: $0, id: id) }
    let all = names.flatMap { named[$0] ?? [] }
    for node in all.sorted(by: { $0.number < $1.number }) { end(node, .cancelled) }
    cancelConsequences(of: names)
  }

  /// A sheet without a number means all sheets of this step, unless the command's own has gone before.
  private func lives(meantBy node: Node) -> [Life?] {
    guard node.place == .sheet(nil), node.life.map(isLongGone) != true else { return [node.life] }
    let sheets = lives { if case .sheet = $0 { true } else { false } }
    return [node.life] + sheets.filter { $0 !== node.life }
  }

  /// Those that are there, and those that have gone in this step.
  private func lives(where isMeant: (Place) -> Bool) -> [Life] {
    (Array(lives) + Array(ended)).filter { isMeant($0.key) }.map(\.value)
  }

  // MARK: Runs

  private func perform(_ node: Node, _ plan: Plan, isControlled: Bool) {
    let run = Run(node, runs.count, plan, isControlled: isControlled)
    node.run = run
    runs[node.id] = run
    keepPlaces(run, node)
    if plan.style == .task { return run.hasReturned = true }
    expect(.started(node.id))
    expect(.returned(node.id))
  }

  private func send(_ node: Node, _ script: Int) {
    let run = Run(node, runs.count, Plan(style: .now, steps: []), isControlled: true)
    node.run = run
    runs[node.id] = run
    keepPlaces(run, node)
    (run.hasReturned, run.hasEnded) = (true, true)
    then { [self] in
      if isClosing {
        counts.lost += 1
        return finishIfDone(run)
      }
      run.waiting += 1
      post(.message(Sent(id: node.id, script: script, place: node.place, sender: .run(run))))
    }
  }

  /// Nothing that it sends is handled from now on. Later, because by then it may have ended.
  func cancel(_ run: Run) {
    then { [self] in
      guard run.isAlive, !run.isSilenced else { return }
      run.isSilenced = true
      // The task of a run that has not begun by now does not begin.
      if run.plan.style == .task && !run.hasBegun { run.hasEnded = true }
      guard run.plan.style == .callback else { return }
      // In which order the end of the runtime cancels what goes on is open.
      if hasEnded { run.mustHearOfCancellation = true } else { expectNow(.cancelled(run.id)) }
    }
  }

  func failed(_ run: Run) {
    if run.isSilenced { return }
    run.hasFailed = true
    if run.leaf == nil || run.isAnswered { expect(.reported(.interpreterThrew)) }
  }

  /// A run is finished when its interpreter has ended and its messages have been handled.
  func finishIfDone(_ run: Run) {
    guard let leaf = run.leaf, !run.isAlive, !run.hasFinished else { return }
    run.hasFinished = true
    post(.finished(run, leaf))
  }
}

extension Expression {
  /// The innermost place that it names, and what is to be done there.
  fileprivate func inside(_ place: Place) -> (Place, Expression) {
    guard case .elsewhere(let other, let content) = self else { return (place, self) }
    return content.inside(other)
  }
}

extension Name {
  fileprivate init(_ node: Node, _ id: Int) {
    self.init(life: node.life, id: id)
  }
}
