/// A message on its way.
struct Sent {
  enum Sender {
    case outside
    case run(Run)
    case declaration(Declaration)
  }

  var id: ID
  var script: Int
  var place: Place
  var sender: Sender
  /// Whether the oldest message that its feed keeps is meant.
  var isBuffered = false
  /// Whether its command says by it that it has failed.
  var tellsFailure = false
}

/// One life of a row or a sheet; `isGone` at the first step after which it is not there.
final class Life {
  let place: Place
  var isGone: Bool

  init(_ place: Place, isGone: Bool) {
    self.place = place
    self.isGone = isGone
  }
}

/// One step.
extension Reference {
  func begin() {
    guard !isClosing else { return }
    hasBegun = true
    expect(.interceptorsStarted)
    declareFeeds()
    isInStep = true
    for (index, expression) in program.initial.enumerated() {
      start(expression, [0, index], .root)
    }
    forgetEnded()
  }

  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    let stopping = roots
    roots = []
    for node in stopping { silence(node) }
    ready = []
    for run in runs.values.sorted(by: { $0.number < $1.number }) { cancel(run) }
    for declaration in declarations { declaration.isSilenced = true }
    for instance in instances.values.sorted(by: { $0.number > $1.number }) {
      expect(.feedStopped(instance.number))
    }
    (declarations, instances, queues, origins) = ([], [:], [:], [])
    if hasBegun { expect(.interceptorsStopped) }
  }

  func handle(_ message: Sent) {
    var message = message
    if message.tellsFailure, case .run(let run) = message.sender, !run.isSilenced, !run.hasFailed {
      (run.hasFailed, run.isAnswered) = (true, true)
    }
    if isClosing { return counts.lost += 1 }
    if case .declaration(let declaration) = message.sender, message.isBuffered {
      message = declaration.waiting.removeFirst()
      message.sender = .declaration(declaration)
    }
    if message.isSilenced { return counts.silenced += 1 }
    if message.place != .root, message.isToOwnGoneChild || !contains(message.place) {
      return counts.gone += 1
    }
    expect(.before(message.id))
    switch program.scripts[message.script].fate {
    case .handled: step(message)
    case .dropped: counts.intercepted += 1
    case .deferred:
      if deferred.insert(message.id).inserted { putBack(message) } else { step(message) }
    case .replaced(let script):
      message.id.append(-1)
      message.script = script
      step(message)
    }
  }

  private func putBack(_ message: Sent) {
    then { [self] in
      if case .run(let run) = message.sender { run.waiting += 1 }
      post(.message(message))
    }
  }

  private func step(_ message: Sent) {
    counts.handled += 1
    let commands = update(message)
    isInStep = true
    expect(.observed(model))
    for (place, life) in lives where !contains(place) {
      life.isGone = true
      ended[place] = life
      lives[place] = nil
    }
    declareFeeds()
    for (index, (place, expression)) in commands.enumerated() {
      start(expression, message.id + [index], place, message.origins)
    }
    forgetEnded()
    expect(.after(message.id, model))
  }

  /// The update of the whole app. Returns the commands, and who returned them.
  private func update(_ message: Sent) -> [(Place, Expression)] {
    let script = program.scripts[message.script]
    var owner = message.place
    switch message.place {
    case .root:
      model.root.handled.append(message.id)
      for change in script.changes { apply(change) }
      return script.commands.map { (.root, $0) }
    case .row(let id):
      guard let row = model.row(id) else { break }
      model.rows[row].part.apply(script, message.id)
    case .sheet:
      owner = .sheet(model.sheet?.id)
      model.sheet?.part.apply(script, message.id)
    }
    tellParent(message, script)
    return script.commands.map { (owner, $0) }
  }

  private func tellParent(_ message: Sent, _ script: Script) {
    model.heard.append(message.id)
    guard script.isLast else { return }
    if case .row(let id) = message.place {
      model.rows.removeAll { $0.id == id }
    } else {
      model.sheet = nil
    }
  }

  private func apply(_ change: Change) {
    switch change {
    case .want(let wanted): model.root.wanted = wanted
    case .addRow(let id): if model.row(id) == nil { model.rows.append(Row(id: id)) }
    case .removeRow(let id): model.rows.removeAll { $0.id == id }
    case .openSheet(let id): model.sheet = Sheet(id: id)
    case .closeSheet: model.sheet = nil
    }
  }

  func contains(_ place: Place) -> Bool {
    switch place {
    case .root: true
    case .row(let id): model.row(id) != nil
    case .sheet(let id): model.sheet != nil && (id == nil || model.sheet?.id == id)
    }
  }

  private func forgetEnded() {
    isInStep = false
    ended = [:]
  }

  /// The life that a command of a child belongs to.
  func life(of place: Place) -> Life? {
    if place == .root { return nil }
    guard contains(place) else {
      let life = ended[place] ?? Life(place, isGone: true)
      if isInStep { ended[place] = life }
      return life
    }
    let place = place == .sheet(nil) ? .sheet(model.sheet?.id) : place
    let life = lives[place] ?? Life(place, isGone: false)
    lives[place] = life
    return life
  }

  /// The life that a part of a command belongs to, if the part names a place.
  func enter(_ place: Place, from own: Place, _ life: Life?) -> Life? {
    if place == own { return life }
    // Another child may be there by now.
    if let life, isLongGone(life), place.means(life.place) { return life }
    return self.life(of: place)
  }

  /// Whether a child had gone before this step.
  func isLongGone(_ life: Life) -> Bool { life.isGone && ended[life.place] !== life }
}

extension Part {
  fileprivate mutating func apply(_ script: Script, _ id: ID) {
    handled.append(id)
    for case .want(let specs) in script.changes { wanted = specs }
  }
}

extension Sent {
  /// What the commands that it leads to are consequences of.
  fileprivate var origins: [Origin] {
    if case .run(let run) = sender { run.origins } else { [] }
  }

  fileprivate var isSilenced: Bool {
    switch sender {
    case .outside: false
    case .run(let run): run.isSilenced
    case .declaration(let declaration): declaration.isSilenced
    }
  }

  fileprivate var isToOwnGoneChild: Bool {
    guard case .run(let run) = sender, let life = run.life, life.isGone else { return false }
    return place.means(life.place)
  }
}
