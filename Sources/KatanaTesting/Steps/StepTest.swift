public import Katana
import KatanaRuntime

/// Tests an updater message by message: each call states everything that a message causes.
///
/// ```swift
/// let test = StepTest(LoginUpdater(), model: LoginModel())
/// test.send(.loginTapped, commands: [LogIn(email: "a@b.c", password: Secret("…"))]) {
///   $0.isBusy = true
/// }
/// ```
///
/// Whatever is not stated must not happen: the model is unchanged apart from what the closure
/// changes, there are no other commands, and the subscriptions stay as they are. So a test that
/// passes has seen the whole step. Relax it for one call with `exhaustive:`; see ``Exhaustivity``.
///
/// The feature may be a single updater or a whole app; changes of the subscriptions that it
/// declares are checked. Each update is run twice, and once more at the end of the test, to find
/// updaters that are not pure. For what commands answer, see ``AppTest``.
public final class StepTest<AppModel: Model> {
  /// The model after the steps so far. May be changed between steps, to begin elsewhere.
  public var model: AppModel {
    didSet { declared = nil }
  }

  /// What the last step declared; `nil` before the first, and after the test has changed the model.
  private var declared: [any Subscription]?
  /// The subscriptions that are in conflict now.
  private var conflicts: Set<InstanceKey> = []
  private let feature: FeatureTree<AppModel>
  private let reachability: MessageReachability<AppModel>
  private let verdict = Verdict()
  private var repetition: Repetition<AppModel>

  /// A test that begins with a model.
  ///
  /// - Parameters:
  ///   - feature: What is tested.
  ///   - model: The model before the first message.
  public convenience init(_ feature: some Feature<AppModel>, model: AppModel) {
    self.init(Program(model: model, feature))
  }

  /// Creates a test that begins with the model of a program.
  public init(_ program: Program<AppModel>) {
    feature = program.feature
    model = program.model
    reachability = MessageReachability(program.feature)
    repetition = Repetition(program.feature)
  }

  /// Sends a message and compares all that it causes with what is stated. Returns the commands.
  ///
  /// - Parameters:
  ///   - message: What the updater receives.
  ///   - expectingNoReceiver: Whether no updater takes the message, or its child is not there; else
  ///     that fails the test.
  ///   - commands: The commands that it returns, in order.
  ///   - subscriptions: What becomes of the declared subscriptions, in any order. Those that are
  ///     kept need not be stated.
  ///   - exhaustive: What must be stated completely.
  ///   - change: Changes the model as the message is expected to.
  @discardableResult
  public func send(
    _ message: any Message, expectingNoReceiver: Bool = false, commands: [any Command] = [],
    subscriptions changes: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) -> [any Command] {
    var place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    place.verdict = verdict
    reachability.check(message, in: model, expectingNoReceiver: expectingNoReceiver, at: place)
    let (before, declaredBefore) = (model, declared ?? declarations(model, nil))
    let (after, returned) = feature.update(model: before, message: message)
    repetition.record(before, message, after, returned, at: place)
    let declaredAfter = declarations(after, message)
    (model, declared) = (after, declaredAfter)
    reachability.checkIDs(in: after, before: before, at: place)
    checkConflicts(in: declaredBefore, declaredAfter, at: place)
    if verdict.hasFailed { return returned }
    let result = StepResult(
      before: before, after: after, commands: returned, declaredBefore: declaredBefore,
      declaredAfter: declaredAfter)
    result.check(
      StepExpectation(commands: commands, subscriptions: changes, exhaustive: exhaustive),
      of: ValueName(message).description, at: place, change: change)
    return returned
  }

  private func declarations(
    _ model: AppModel, _ message: (any Message)?
  ) -> [any Subscription] {
    feature.subscriptions(model: model, message: message)
  }

  /// Fails if two subscriptions with one id have different payloads, as a runtime would report:
  /// once, for as long as they have.
  private func checkConflicts(
    in before: [any Subscription], _ after: [any Subscription], at place: TestPlace
  ) {
    for declared in [before, after] {
      let found = conflicts(in: declared)
      for (key, issue) in found where !conflicts.contains(key) { place.fail(issue.detailedText) }
      conflicts = Set(found.map(\.key))
    }
  }

  private func conflicts(
    in declared: [any Subscription]
  ) -> [(key: InstanceKey, issue: RuntimeIssue)] {
    var first: [InstanceKey: any Subscription] = [:]
    return declared.compactMap { subscription in
      let key = InstanceKey(subscription)
      guard let other = first.updateValue(subscription, forKey: key) else { return nil }
      first[key] = other
      return RuntimeIssue.conflict(between: other, and: subscription).map { (key, $0) }
    }
  }

  deinit { repetition.repeatAll() }
}

extension StepTest {
  /// Sends a message of the type that the model receives; see the general form.
  @discardableResult
  public func send(
    _ message: AppModel.Receives, expectingNoReceiver: Bool = false, commands: [any Command] = [],
    subscriptions changes: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) -> [any Command] {
    send(
      message as any Message, expectingNoReceiver: expectingNoReceiver, commands: commands,
      subscriptions: changes, exhaustive: exhaustive,
      fileID: fileID, filePath: filePath, line: line, change: change)
  }

  /// Sends a message to a child; see the general form.
  @discardableResult
  public func send<Child: Model>(
    _ message: Child.Receives, to address: Address<AppModel, Child>,
    expectingNoReceiver: Bool = false, commands: [any Command] = [],
    subscriptions changes: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) -> [any Command] {
    send(
      message.to(address), expectingNoReceiver: expectingNoReceiver, commands: commands,
      subscriptions: changes, exhaustive: exhaustive, fileID: fileID, filePath: filePath,
      line: line, change: change)
  }
}
