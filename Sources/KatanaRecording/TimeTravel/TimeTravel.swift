public import Katana
public import KatanaRuntime
import Synchronization

/// Shows past models of one runtime, and goes on from them: for the tools of developers.
///
/// ```swift
/// let travel = TimeTravel(program)
/// let runtime = try Runtime(program, options: RuntimeOptions(listeners: [travel.listener]))
/// …
/// try travel.show(after: 41)    // views see the model after message 41
/// travel.showPresent()
/// try travel.skip([40])         // the present as it would be without message 40
/// try travel.goOn()             // from what is shown; the rest of the future is dropped
/// ```
///
/// Messages are kept in memory, with the model after every so many of them; the models between are
/// computed by the updates alone, without any effects. What it means for the runtime to show a past
/// model, and to go on from one, is said at ``KatanaRuntime/Runtime/show(_:)`` and
/// ``KatanaRuntime/Runtime/goOn(from:)``.
///
/// All of it may be called from any thread.
public final class TimeTravel<AppModel: Model>: Sendable {
  private let feature: FeatureTree<AppModel>
  private let limit: Int
  private let messagesPerModel: Int
  private let state = Mutex(State())

  private struct State {
    var runtime: ListenedRuntime?
    var timeline: Timeline<AppModel>?
    /// What is shown in place of the present.
    var shown: Shown?
    /// What becomes the timeline when the runtime goes on from another model.
    var next: Timeline<AppModel>?
  }

  private struct Shown {
    let timeline: Timeline<AppModel>
    let number: UInt64
    let isPast: Bool
  }

  /// Creates the travel of one runtime.
  ///
  /// - Parameters:
  ///   - program: The pure app.
  ///   - limit: How many messages are kept at least. The oldest are dropped.
  ///   - messagesPerModel: After how many messages the model is kept. Each lets the next update copy the
  ///     arrays that it changes.
  public init(_ program: Program<AppModel>, limit: Int = 10_000, messagesPerModel: Int = 100) {
    feature = program.feature
    self.limit = limit
    self.messagesPerModel = max(1, messagesPerModel)
  }

  /// Collects the messages of a runtime. Give it to one runtime only.
  public var listener: EventListener {
    EventListener.forEachRuntime(to: [.messages, .lifecycle]) { [self] runtime in
      { event in self.note(event.fact, of: runtime) }
    }
  }

  // MARK: Looking

  /// The messages that have led to the present, as far as they are kept, in their order.
  public var messages: [Envelope] { state.withLock { $0.timeline }?.messages ?? [] }

  /// The numbers of the messages after which the model can be shown; the first one is 0 for the first
  /// model, or that of a message that is not kept any more.
  public var numbers: [UInt64] {
    guard let timeline = state.withLock({ $0.timeline }) else { return [] }
    return [timeline.first] + timeline.messages.map(\.number)
  }

  /// The number after whose message the shown model is; `nil` while the present is shown, with or without
  /// some of its messages.
  public var shownNumber: UInt64? {
    state.withLock { $0.shown.flatMap { $0.isPast ? $0.number : nil } }
  }

  /// The model after a message, from ``numbers``.
  ///
  /// - Throws: A ``TimeTravelError`` if there is no such message.
  public func model(after number: UInt64) throws(TimeTravelError) -> AppModel {
    let timeline = try timeline()
    try timeline.check(number)
    return timeline.model(after: number)
  }

  // MARK: Travelling

  /// Shows the model after a message, from ``numbers``.
  ///
  /// - Throws: A ``TimeTravelError`` if there is no such message.
  public func show(after number: UInt64) throws(TimeTravelError) {
    let timeline = try timeline()
    try timeline.check(number)
    try show(Shown(timeline: timeline, number: number, isPast: true))
  }

  /// Shows the present.
  public func showPresent() {
    let runtime = state.withLock { state in
      state.shown = nil
      return state.runtime
    }
    runtime?.travel(.showPresent)
  }

  /// Shows the present as it would be without some of its messages.
  ///
  /// It is computed from the model before the first of them on. Messages that answer the commands of
  /// those which are left out are handled all the same; name them too.
  ///
  /// - Throws: A ``TimeTravelError`` if there is no such message.
  public func skip(_ numbers: Set<UInt64>) throws(TimeTravelError) {
    let timeline = try timeline()
    for number in numbers.sorted() { try timeline.check(number, alsoFirst: false) }
    let other = timeline.skipping(numbers)
    try show(Shown(timeline: other, number: other.last, isPast: false))
  }

  /// Goes on from the model after a message, from ``numbers``. Later messages are dropped.
  ///
  /// - Throws: A ``TimeTravelError`` if there is no such message.
  public func goOn(from number: UInt64) throws(TimeTravelError) {
    let timeline = try timeline()
    try timeline.check(number)
    try goOn(timeline, from: number)
  }

  /// Goes on from the model that is shown.
  ///
  /// - Throws: A ``TimeTravelError`` if that is the present.
  public func goOn() throws(TimeTravelError) {
    guard let shown = state.withLock({ $0.shown }) else { throw .nothingShown }
    try goOn(shown.timeline, from: shown.number)
  }

  private func timeline() throws(TimeTravelError) -> Timeline<AppModel> {
    guard let timeline = state.withLock({ $0.timeline }) else { throw .noRuntime }
    return timeline
  }

  private func show(_ shown: Shown) throws(TimeTravelError) {
    let model = shown.timeline.model(after: shown.number)
    let runtime = state.withLock { state in
      if state.runtime != nil { state.shown = shown }
      return state.runtime
    }
    guard let runtime else { throw .noRuntime }
    runtime.travel(.show(model))
  }

  private func goOn(
    _ timeline: Timeline<AppModel>, from number: UInt64
  ) throws(TimeTravelError) {
    guard let runtime = state.withLock({ $0.runtime }) else { throw .noRuntime }
    let next = timeline.ending(at: number)
    let told: @Sendable () -> Void = { [self] in state.withLock { $0.next = next } }
    runtime.travel(.goOn(next.model(after: number), told: told))
  }

  // MARK: Events

  private func note(_ fact: RuntimeEvent.Fact, of runtime: ListenedRuntime) {
    switch fact {
    case .started: begin(runtime, after: 0)
    case .handled(let message): append(message.envelope, runtime)
    case .modelReplaced(let number): replace(after: number, runtime)
    case .ended: state.withLock { ($0.runtime, $0.shown) = (nil, nil) }
    case .handling, .notHandled, .command, .subscription, .issue: break
    }
  }

  private func begin(_ runtime: ListenedRuntime, after number: UInt64) {
    guard let model = runtime.model as? AppModel else { return }
    state.withLock {
      $0 = State(runtime: runtime, timeline: Timeline(feature, model: model, after: number))
    }
  }

  private func append(_ message: Envelope, _ runtime: ListenedRuntime) {
    let needsModel = state.withLock { $0.timeline?.needsModel(every: messagesPerModel) } ?? false
    let model = needsModel ? runtime.model as? AppModel : nil
    state.withLock { state in
      state.timeline?.append(message, model: model)
      state.timeline?.keep(limit)
    }
  }

  /// The runtime has gone on from another model: one of this, or one that somebody else has given it, whose
  /// past is not known.
  private func replace(after number: UInt64, _ runtime: ListenedRuntime) {
    let isOwn = state.withLock { state in
      guard let next = state.next else { return false }
      (state.timeline, state.next, state.shown) = (next, nil, nil)
      return true
    }
    if !isOwn { begin(runtime, after: number) }
  }
}
