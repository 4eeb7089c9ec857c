import Katana

/// What tells messages, commands and feeds of one program apart: the numbers that lead to it.
typealias ID = [Int]

/// A message: which one it is, and the script that says what the update does.
protocol Act: Message {
  var id: ID { get }
  var script: Int { get }
  init(id: ID, script: Int)
}

/// For the root, whoever sends it.
struct RootAct: Act, GlobalMessage {
  var id: ID
  var script: Int
}

struct RowAct: Act {
  var id: ID
  var script: Int
}

struct SheetAct: Act {
  var id: ID
  var script: Int
}

struct AppModel: Model, Equatable {
  var root = Part()
  var rows: [Row] = []
  var sheet: Sheet?
  /// The messages of rows and sheets, as their parent heard them.
  var heard: [ID] = []
}

/// What the root, each row and each sheet consist of.
struct Part: Model, Equatable {
  var handled: [ID] = []
  var wanted: [FeedSpec] = []
}

struct Row: Model, Equatable, Identifiable {
  typealias Receives = RowAct

  var id: Int
  var part = Part()
}

struct Sheet: Model, Equatable, Identifiable {
  typealias Receives = SheetAct

  var id: Int
  var part = Part()
}

struct RootUpdater: TypedUpdater {
  let program: Program

  func update(model: inout AppModel, message: RootAct) -> [any Command] {
    let script = program.scripts[message.script]
    model.root.handled.append(message.id)
    for change in script.changes {
      switch change {
      case .want(let wanted): model.root.wanted = wanted
      case .addRow(let id): if model.row(id) == nil { model.rows.append(Row(id: id)) }
      case .removeRow(let id): model.rows.removeAll { $0.id == id }
      case .openSheet(let id): model.sheet = Sheet(id: id)
      case .closeSheet: model.sheet = nil
      }
    }
    return commands(script, message) { RootAct(id: $0, script: $1) }
  }
}

struct RowUpdater: TypedUpdater {
  let program: Program

  func update(model: inout Row, message: RowAct) -> [any Command] {
    let script = program.scripts[message.script]
    change(&model.part, script, message)
    return commands(script, message) { RowAct(id: $0, script: $1) }
  }
}

struct SheetUpdater: TypedUpdater {
  let program: Program

  func update(model: inout Sheet, message: SheetAct) -> [any Command] {
    let script = program.scripts[message.script]
    change(&model.part, script, message)
    return commands(script, message) { SheetAct(id: $0, script: $1) }
  }
}

extension Program {
  /// The app of a program: its root hears what rows and sheets do, after they have done it.
  var feature: CombinedUpdater<AppModel> {
    CombinedUpdater([
      .full(RootUpdater(program: self)),
      .each(\.rows, RowUpdater(program: self)) { model, id, act in
        model.heard.append(act.id)
        if scripts[act.script].isLast { model.rows.removeAll { $0.id == id } }
        return []
      },
      .optional(\.sheet, SheetUpdater(program: self)) { model, act in
        model.heard.append(act.id)
        if scripts[act.script].isLast { model.sheet = nil }
        return []
      },
      .full(FeedProvider(program: self).provider),
    ])
  }
}

private func change(_ part: inout Part, _ script: Script, _ message: any Act) {
  part.handled.append(message.id)
  for case .want(let wanted) in script.changes { part.wanted = wanted }
}

/// The commands of a script; `make` makes the messages that they hold.
private func commands(
  _ script: Script, _ message: some Act, _ make: @escaping @Sendable (ID, Int) -> any Act
) -> [any Command] {
  script.commands.enumerated().map { command($1, message.id + [$0], make) }
}

/// The command that an expression stands for.
func command(
  _ expression: Expression, _ id: ID, _ make: @escaping @Sendable (ID, Int) -> any Act
) -> any Command {
  switch expression {
  case .work(let plan):
    plan.style == .task
      ? SlowWork(id: id, plan: plan, make: make) : Work(id: id, plan: plan, make: make)
  case .send(let script): Send(make(id, script))
  case .cancel(let name): Cancel(id: name)
  case .elsewhere(let place, let content): command(content, id, at: place)
  case .cancellable(let name, let inFlight, let withConsequences, let content):
    command(content, id, make).cancellable(
      id: name, cancelInFlight: inFlight, withConsequences: withConsequences)
  case .delayed(let milliseconds, let content):
    command(content, id, make).delayed(by: .milliseconds(milliseconds))
  case .inOrder(let contents):
    Sequential(contents.enumerated().map { command($1, id + [$0], make) })
  case .queued(let name, let queueing, let content):
    command(content, id, make).queued(id: name, queueing.policy)
  }
}

/// The command of another part of the model, whose messages are for that part.
private func command(_ expression: Expression, _ id: ID, at place: Place) -> any Command {
  switch place {
  case .root: command(expression, id) { RootAct(id: $0, script: $1) }
  case .row(let row):
    command(expression, id) { RowAct(id: $0, script: $1) }.in(AppModel.at.rows[row])
  case .sheet(let sheet?):
    command(expression, id) { SheetAct(id: $0, script: $1) }.in(AppModel.at.sheet[sheet])
  case .sheet(nil):
    command(expression, id) { SheetAct(id: $0, script: $1) }.in(AppModel.at.sheet)
  }
}

extension Queueing {
  fileprivate var policy: QueuePolicy {
    switch self {
    case .latestWins: .latestWins
    case .firstWins: .firstWins
    case .twoAtMost: .atMost(2)
    case .keepLatest: .keepLatest
    }
  }
}

extension AppModel {
  func row(_ id: Int) -> Int? { rows.firstIndex { $0.id == id } }
}
