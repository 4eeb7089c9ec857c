public import Katana
public import KatanaRuntime

/// Lets a developer tool show past models of a runtime, and continue the runtime from one of them.
///
/// ```swift
/// let travel = TimeTravel(program)
/// let options = RuntimeOptions<App>(eventHandlers: [travel.eventHandler])
/// let runtime = try Runtime(program, options: options)
/// …
/// try travel.show(after: 41)    // views see the model after message 41
/// travel.showPresent()
/// try travel.skip([40])         // the present as it would be without message 40
/// try travel.goOn()             // continues from the shown model, and drops later messages
/// ```
///
/// The time travel keeps the messages of the runtime in memory, and stores the model at intervals.
/// It computes every other model from the stored model before it: it runs the updates again,
/// without side effects. ``KatanaRuntime/Runtime/show(_:)`` and
/// ``KatanaRuntime/Runtime/goOn(from:)`` document what the runtime does with a past model.
///
/// All members can be used from any thread. Models are computed on the calling thread.
public final class TimeTravel<AppModel: Model>: Sendable {
  private let feature: FeatureTree<AppModel>
  private let limit: Int
  private let messagesPerModel: Int
  private let state = Locked(State())

  private struct State {
    var runtime: ObservedRuntime?
    var timeline: Timeline<AppModel>?
    /// The model that is shown instead of the present; `nil` while the present is shown.
    var shown: Shown?
    /// The timeline from which the runtime will continue, until it has done so.
    var next: Timeline<AppModel>?
  }

  private struct Shown {
    let timeline: Timeline<AppModel>
    let number: UInt64
    /// Whether the model is a past one, and not the present without some messages.
    let isPast: Bool
  }

  /// Creates a time travel for one runtime.
  ///
  /// - Parameters:
  ///   - program: The program of the runtime. Its updates compute the past models.
  ///   - limit: The smallest number of messages that are kept. Beyond it, the oldest messages are
  ///     dropped up to the next stored model.
  ///   - messagesPerModel: The number of messages from one stored model to the next. A small number
  ///     makes past models cheaper to compute. Each stored model makes the next update copy the
  ///     arrays that it changes.
  public init(_ program: Program<AppModel>, limit: Int = 10_000, messagesPerModel: Int = 100) {
    feature = program.feature
    self.limit = limit
    self.messagesPerModel = max(1, messagesPerModel)
  }

  /// The event handler that collects the messages of a runtime.
  ///
  /// - Important: Give it to one runtime only.
  public var eventHandler: EventHandler {
    EventHandler.forEachRuntime(to: [.messages, .lifecycle]) { [self] runtime in
      { event in self.note(event.fact, of: runtime) }
    }
  }

  // MARK: Reading the past

  /// The kept messages that led to the present, oldest first.
  public var messages: [Envelope] { state.withLock { $0.timeline }?.messages ?? [] }

  /// The numbers that ``show(after:)`` and ``goOn(from:)`` accept, in ascending order.
  ///
  /// Each is the number of a message and stands for the model after it. The first number is that of
  /// the last message before the kept ones; 0 stands for the first model. Empty before the start of
  /// the runtime.
  public var numbers: [UInt64] {
    guard let timeline = state.withLock({ $0.timeline }) else { return [] }
    return [timeline.first] + timeline.messages.map(\.number)
  }

  /// The number of the message after which the shown model was the present.
  ///
  /// `nil` while the present is shown, also while it is shown without some of its messages.
  package var shownNumber: UInt64? {
    state.withLock { $0.shown.flatMap { $0.isPast ? $0.number : nil } }
  }

  /// Returns the model after a message.
  ///
  /// - Parameter number: One of ``numbers``.
  /// - Throws: A ``TimeTravelError`` if the number is not one of them.
  /// - Complexity: At most `messagesPerModel` updates.
  public func model(after number: UInt64) throws(TimeTravelError) -> AppModel {
    let timeline = try timeline()
    try timeline.check(number)
    return timeline.model(after: number)
  }

  // MARK: Travelling

  /// Shows the model after a message.
  ///
  /// The runtime shows the model between two steps, perhaps after this function has returned.
  ///
  /// - Parameter number: One of ``numbers``.
  /// - Throws: A ``TimeTravelError`` if the number is not one of them, or if no runtime is
  ///   connected.
  /// - Complexity: At most `messagesPerModel` updates.
  public func show(after number: UInt64) throws(TimeTravelError) {
    let timeline = try timeline()
    try timeline.check(number)
    try show(Shown(timeline: timeline, number: number, isPast: true))
  }

  /// Shows the present again. Has no effect if the present is shown already.
  public func showPresent() {
    change { $0.shown = nil }
    state.withLock { $0.runtime }?.show(nil)
  }

  /// Shows the present as it would be without some of its messages.
  ///
  /// The model is computed again from the first of these messages on. Commands are not performed
  /// again. The answer to a command of a left-out message is still handled: to leave out the answer
  /// too, add its number. Messages that are handled after this call are not in the shown model.
  ///
  /// - Parameter numbers: The numbers of the messages to leave out, from ``numbers``.
  /// - Throws: A ``TimeTravelError`` if a number is not that of a kept message, or if no runtime is
  ///   connected.
  /// - Complexity: One update for each kept message after the first left-out one.
  public func skip(_ numbers: Set<UInt64>) throws(TimeTravelError) {
    let timeline = try timeline()
    for number in numbers.sorted() { try timeline.check(number, alsoFirst: false) }
    let other = timeline.skipping(numbers)
    try show(Shown(timeline: other, number: other.last, isPast: false))
  }

  /// Continues the runtime from the model after a message, and drops all later messages.
  ///
  /// The runtime takes over the model between two steps, perhaps after this function has returned.
  ///
  /// - Parameter number: One of ``numbers``.
  /// - Throws: A ``TimeTravelError`` if the number is not one of them, or if no runtime is
  ///   connected.
  public func goOn(from number: UInt64) throws(TimeTravelError) {
    let timeline = try timeline()
    try timeline.check(number)
    try goOn(timeline, from: number)
  }

  /// Continues the runtime from the shown model, and drops all later messages.
  ///
  /// The shown model is a past one after ``show(after:)``, or the present without some of its
  /// messages after ``skip(_:)``. The new past of the runtime does not contain skipped messages.
  ///
  /// - Throws: ``TimeTravelError/nothingShown`` if the present is shown, or
  ///   ``TimeTravelError/noRuntime`` if no runtime is connected.
  public func goOn() throws(TimeTravelError) {
    let (runtime, shown) = state.withLock { ($0.runtime, $0.shown) }
    if runtime == nil { throw .noRuntime }
    guard let shown else { throw .nothingShown }
    try goOn(shown.timeline, from: shown.number)
  }

  private func timeline() throws(TimeTravelError) -> Timeline<AppModel> {
    guard let timeline = state.withLock({ $0.timeline }) else { throw .noRuntime }
    return timeline
  }

  private func show(_ shown: Shown) throws(TimeTravelError) {
    let model = shown.timeline.model(after: shown.number)
    change { if $0.runtime != nil { $0.shown = shown } }
    guard let runtime = state.withLock({ $0.runtime }) else { throw .noRuntime }
    runtime.show(model)
  }

  private func goOn(
    _ timeline: Timeline<AppModel>, from number: UInt64
  ) throws(TimeTravelError) {
    guard let runtime = state.withLock({ $0.runtime }) else { throw .noRuntime }
    let next = timeline.ending(at: number)
    let told: @Sendable () -> Void = { [self] in change { $0.next = next } }
    runtime.goOn(next.model(after: number), told)
  }

  // MARK: Events

  private func note(_ fact: RuntimeEvent.Fact, of runtime: ObservedRuntime) {
    switch fact {
    case .started: begin(runtime, after: 0)
    case .handled(let message): append(message.envelope, runtime)
    case .modelReplaced(let number): replace(after: number, runtime)
    case .ended: change { ($0.runtime, $0.shown) = (nil, nil) }
    case .handling, .notHandled, .command, .subscription, .issue: break
    }
  }

  private func begin(_ runtime: ObservedRuntime, after number: UInt64) {
    guard let model = runtime.model as? AppModel else { return }
    change {
      $0 = State(runtime: runtime, timeline: Timeline(feature, model: model, after: number))
    }
  }

  /// Changes the state. What it no longer holds is released without the lock, because a deinitialiser
  /// may run any code.
  private func change(_ body: (inout State) -> Void) {
    let old = state.withLock { state in
      defer { body(&state) }
      return state
    }
    withExtendedLifetime(old) {}
  }

  private func append(_ message: Envelope, _ runtime: ObservedRuntime) {
    let needsModel = state.withLock { $0.timeline?.needsModel(every: messagesPerModel) } ?? false
    let model = needsModel ? runtime.model as? AppModel : nil
    // Released without the lock, because a deinitialiser may run any code.
    let dropped = state.withLock { state in
      state.timeline?.append(message, model: model)
      return state.timeline?.keep(limit)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Replaces the timeline after the runtime has continued from another model.
  ///
  /// A model that did not come from this time travel has no known past, so a new timeline begins.
  private func replace(after number: UInt64, _ runtime: ObservedRuntime) {
    let isOwn = state.withLock { $0.next != nil }
    if !isOwn { return begin(runtime, after: number) }
    change { ($0.timeline, $0.next, $0.shown) = ($0.next, nil, nil) }
  }
}
