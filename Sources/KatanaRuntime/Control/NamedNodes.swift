import Katana

/// The key of named nodes: the id, and the lifetime of the child to which they belong.
struct ControlKey: Hashable, CustomStringConvertible {
  private let life: ScopeLifetime?
  private let id: CancelID

  init(_ id: CancelID, of life: ScopeLifetime?) {
    self.life = life
    self.id = id
  }

  var description: String { "\(id)" }
  /// The name of the id, which contains no data.
  var name: String { id.name }

  static func == (lhs: ControlKey, rhs: ControlKey) -> Bool {
    lhs.life === rhs.life && lhs.id == rhs.id
  }

  func hash(into hasher: inout Hasher) {
    if let life { hasher.combine(ObjectIdentifier(life)) }
    hasher.combine(id)
  }
}

/// A node that can be cancelled by its id.
class NamedNode: WrapperNode, @unchecked Sendable {
  // Sendable as its superclass is.
  final let key: ControlKey

  init(
    _ id: CancelID, _ content: any Command, _ place: CommandPlace, _ controls: ControlScheduler
  ) {
    self.key = ControlKey(id, of: place.scope)
    super.init(content, place, controls)
  }

  override func begin() {
    controls.register(self)
    beginNamed()
  }

  /// Starts to execute the expression, after the node was registered.
  func beginNamed() { beginContent() }

  override func stop() {
    controls.unregister(self)
    super.stop()
  }
}

/// The nodes that have one key. Most keys have one node, which needs no dictionary.
struct NamedNodes {
  private var one: NamedNode?
  private var others: [UInt64: NamedNode] = [:]

  var isEmpty: Bool { one == nil && others.isEmpty }

  /// The nodes, in no order.
  var all: [NamedNode] { (one.map { [$0] } ?? []) + others.values }

  mutating func insert(_ node: NamedNode) {
    if one == nil { one = node } else { others[node.number] = node }
  }

  mutating func remove(_ node: NamedNode) {
    if one === node { one = nil } else { others[node.number] = nil }
  }
}

/// Executes a `cancellable`. It may first cancel the commands that have the same id, except those
/// that it is part of.
final class CancellableNode: NamedNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let cancelsInFlight: Bool
  /// Counts the consequences of the content and of its messages, if the id also means these.
  private(set) var consequences: CompletionTracker?
  private let withConsequences: Bool

  init(
    _ id: CancelID, cancelsInFlight: Bool, withConsequences: Bool, _ content: any Command,
    _ place: CommandPlace, _ controls: ControlScheduler
  ) {
    self.cancelsInFlight = cancelsInFlight
    self.withConsequences = withConsequences
    super.init(id, content, place, controls)
  }

  override func begin() {
    if cancelsInFlight { controls.cancel(key, sparing: self) }
    if isOver { return }
    // A command that starts itself again under the same id belongs to the consequences that are
    // already counted.
    if withConsequences && !controls.means(key, consequencesWith: place.tracker) {
      countConsequences()
    }
    super.begin()
  }

  private func countConsequences() {
    let (key, number) = (key, controls.nextNumber())
    let tracker = CompletionTracker(wanted: nil, parent: place.tracker) { [weak controls] _ in
      controls?.forgetConsequences(number, of: key)
    }
    tracker.name = (key, number)
    consequences = tracker
    controls.consequences[key, default: NumberedList()].append(tracker, as: number)
  }

  override func stop() {
    super.stop()
    // Removes the count that stands for this node itself. From now on, only its consequences count.
    consequences?.done(nil, .own)
  }

  override func makeContent() -> ControlNode {
    guard let consequences else { return super.makeContent() }
    var place = place
    place.tracker = consequences
    return makeContent(at: place)
  }
}

/// Starts its content when no other command with its id has come for a time.
final class DebounceNode: NamedNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let duration: Duration

  init(
    _ id: CancelID, _ duration: Duration, _ content: any Command, _ place: CommandPlace,
    _ controls: ControlScheduler
  ) {
    self.duration = duration
    super.init(id, content, place, controls)
  }

  override func beginNamed() {
    controls.debounces[key]?.end(.cancelled)
    guard !isOver else { return }
    controls.debounces[key] = self
    startTimer(duration)
  }

  override func timerFired() {
    controls.debounces[key] = nil
    beginContent()
  }

  override var waitsOnlyForTime: Bool { true }

  override func stop() {
    if controls.debounces[key] === self { controls.debounces[key] = nil }
    super.stop()
  }
}

/// Starts its content at most once in a period, which all commands with its id share.
final class ThrottleNode: NamedNode, @unchecked Sendable {
  // Sendable as its superclass is.
  let duration: Duration
  private let throttling: Throttling

  init(
    _ id: CancelID, _ duration: Duration, _ throttling: Throttling, _ content: any Command,
    _ place: CommandPlace, _ controls: ControlScheduler
  ) {
    self.duration = duration
    self.throttling = throttling
    super.init(id, content, place, controls)
  }

  override func beginNamed() {
    if controls.isFinishing { return beginContent() }
    let isFirst = controls.windows[key] == nil
    if isFirst { controls.openWindow(for: self) }
    switch throttling {
    case .leading, .leadingAndTrailing:
      if isFirst { return beginContent() }
      if throttling == .leading { return end(.cancelled) }
    case .firstAtEnd: if controls.windows[key]?.waiting != nil { return end(.cancelled) }
    case .trailing: break
    }
    controls.windows[key]?.waiting?.end(.cancelled)
    if isOver { return }
    controls.windows[key]?.waiting = self
    tellWait()
  }

  override var due: Duration? { controls.windows[key]?.end }
  private var isWaiting: Bool { controls.windows[key]?.waiting === self }

  override func turnCame() { beginContent() }
  override var timed: [ControlNode] { isWaiting ? [self] : super.timed }

  override func startNow() {
    controls.windows[key]?.waiting = nil
    beginContent()
  }

  override func stop() {
    if isWaiting { controls.windows[key]?.waiting = nil }
    super.stop()
  }
}
