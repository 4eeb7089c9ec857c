import KatanaRuntime

/// One command being performed.
final class Run {
  let id: ID
  let number: Int
  let plan: Plan
  let place: Place
  let life: Life?
  /// What is to be told of its end: nothing, unless something is said about the command.
  let leaf: Node?
  /// Those whose places in queues it keeps until its end.
  var holders: [Node] = []
  /// What this is a consequence of, or is itself.
  let origins: [Origin]
  let nodeNumber: Int
  var isSilenced = false
  var hasBegun = false
  var hasReturned = false
  var hasEnded = false
  var hasFailed = false
  /// Whether a message of it tells the app of its failure.
  var isAnswered = false
  var hasFinished = false
  var mustHearOfCancellation = false
  /// How many messages of it are on their way, and its error.
  var waiting = 0

  init(_ node: Node, _ number: Int, _ plan: Plan, isControlled: Bool) {
    self.id = node.id
    self.number = number
    self.plan = plan
    self.place = node.place
    self.life = node.life
    self.leaf = isControlled ? node : nil
    self.origins = node.origins
    self.nodeNumber = node.number
  }

  var isAlive: Bool { !hasReturned || !hasEnded || waiting > 0 }
}

/// A command expression that is being carried out.
final class Node {
  let number: Int
  let expression: Expression
  let id: ID
  let place: Place
  let life: Life?
  weak var parent: Node?
  var children: [Node] = []
  var isOver = false
  weak var run: Run?
  /// What this is a consequence of, or is itself a part of.
  var origins: [Origin]
  /// What everything in it is a consequence of, in addition.
  var ownOrigin: Origin?
  /// Whether it has its turn in a queue, and how many runs in there go on.
  var hasPlace = false
  var openRuns = 0

  init(
    _ number: Int, _ expression: Expression, _ id: ID, _ place: Place, _ life: Life?,
    _ origins: [Origin]
  ) {
    self.number = number
    self.expression = expression
    self.id = id
    self.place = place
    self.life = life
    self.origins = origins
  }
}

/// A command that is cancelled with all that its messages have caused.
final class Origin {
  let name: Name
  init(_ name: Name) { self.name = name }
}

extension Node {
  /// How many may run at once with it, if it is queued.
  var limit: Int {
    if case .queued(_, .twoAtMost, _) = expression { 2 } else { 1 }
  }

  func isInside(_ other: Node) -> Bool {
    parent.map { $0 === other || $0.isInside(other) } ?? false
  }
}

/// An id, of one child in one of its lives. It keeps the life: the name of what has consequences
/// may outlast all commands of the child, and another life may get the same place in memory.
struct Name: Hashable {
  let life: Life?
  let id: Int

  static func == (lhs: Name, rhs: Name) -> Bool { lhs.life === rhs.life && lhs.id == rhs.id }

  func hash(into hasher: inout Hasher) {
    hasher.combine(life.map { ObjectIdentifier($0) })
    hasher.combine(id)
  }
}

struct Queue {
  var running: [Node] = []
  var waiting: [Node] = []
  /// Those that have ended, and in which a run goes on.
  var held: [Node] = []
  var placesTaken: Int { running.count + held.count }
}

enum Outcome { case finished, failed, answered, cancelled }
