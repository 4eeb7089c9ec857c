public import Katana
import KatanaRuntime

/// Tests a feature message by message; each call states everything that one message causes.
///
/// ```swift
/// let test = StepTest(LoginUpdater(), model: LoginModel())
/// test.send(.loginTapped, commands: [LogIn(email: "a@b.c", password: Secret("…"))]) {
///   $0.isBusy = true
/// }
/// ```
///
/// What a call does not state must not happen. The model may change only as the closure changes it,
/// no other commands may be returned, and no other subscription may start, stop or change. So a
/// test that passes has checked the whole step. To check less in one call, use `exhaustive:`; see
/// ``Exhaustivity``.
///
/// The feature may be a single updater or a whole app. No command is performed, and there is no
/// runtime; to answer commands and to advance time, use ``AppTest``. After a failure, later calls
/// still run the update, but call no closure and report nothing.
///
/// If the feature states ``Katana/Feature/effects``, a command or a subscription of another type fails
/// the test.
///
/// Values are compared by `==` where they are `Equatable`, otherwise part by part. A NaN is equal to
/// itself. A part that cannot be compared fails the test; one that a custom mirror hides is not compared.
///
/// Each update is run twice, and again at the end of the test, to find updaters that are not pure.
/// The test ends when it is deallocated. Use it on one thread.
public final class StepTest<AppModel: Model> {
  /// The model after the steps so far; a test may set it between two steps.
  public var model: AppModel {
    didSet { declared = nil }
  }

  /// The subscriptions that the last step declared; `nil` before the first step, and after the test
  /// set the model.
  private var declared: [any Subscription]?
  /// The keys under which the last step declared different payloads.
  private var conflicts: Set<InstanceKey> = []
  private let feature: FeatureTree<AppModel>
  private let reachability: MessageReachability<AppModel>
  private let verdict = Verdict()
  private var repetition: Repetition<AppModel>
  private var stated: StatedEffects
  private let exhaustive: Exhaustivity
  private let ignored: [any Command.Type]

  /// Creates a test of a feature that begins with a model.
  ///
  /// - Parameters:
  ///   - feature: The feature to test: an updater, or a combination of features.
  ///   - model: The model before the first message.
  ///   - exhaustive: The results that each call of this test must state completely. A call may say
  ///     otherwise.
  ///   - ignored: The types of commands that no call need state, such as those of `.logged`. A call
  ///     that states one of them states all of its type.
  public convenience init(
    _ feature: some Feature<AppModel>, model: AppModel, exhaustive: Exhaustivity = .everything,
    ignoring ignored: [any Command.Type] = []
  ) {
    self.init(Program(model: model, feature), exhaustive: exhaustive, ignoring: ignored)
  }

  /// Creates a test of a program's feature that begins with the program's model.
  ///
  /// The first commands of the program play no part; see ``AppTest``. The other parameters are
  /// those of `init(_:model:exhaustive:ignoring:)`.
  public init(
    _ program: Program<AppModel>, exhaustive: Exhaustivity = .everything,
    ignoring ignored: [any Command.Type] = []
  ) {
    (self.exhaustive, self.ignored) = (exhaustive, ignored)
    feature = program.feature
    model = program.model
    reachability = MessageReachability(program.feature)
    repetition = Repetition(program.feature)
    stated = StatedEffects(program.effects)
  }

  /// Sends a message, and fails the test unless it causes exactly what is stated.
  ///
  /// - Parameters:
  ///   - message: The message; for a child, one with its address, as `message.to(address)` makes
  ///     it.
  ///   - expectingNoReceiver: Whether the message must reach no updater, because no updater takes
  ///     it or because its child is missing. If this is `false`, such a message fails the test.
  ///   - commands: The commands that the update must return, in order.
  ///   - changes: The changes of the declared subscriptions, in any order. Kept subscriptions need
  ///     not be stated.
  ///   - exhaustive: The results that must be stated completely; those of the test if it is `nil`.
  ///   - fileID: The file in which a failure is shown; the caller's by default.
  ///   - filePath: The path of this file; the caller's by default.
  ///   - line: The line at which a failure is shown; the caller's by default.
  ///   - change: Changes the model before the step into the model that is expected after it. Leave
  ///     it out if the model must not change: a closure that changes nothing fails the test.
  /// - Returns: The commands that the update returned.
  @discardableResult
  public func send(
    _ message: any Message, expectingNoReceiver: Bool = false, commands: [any Command] = [],
    subscriptions changes: [SubscriptionChange] = [], exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) -> [any Command] {
    var place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    place.verdict = verdict
    let (before, declaredBefore) = (model, declared ?? declarations(model, nil))
    let (after, returned) = feature.update(model: before, message: message)
    let declaredAfter = declarations(after, message)
    // The first model, and one that the test has set, is checked like the result of a step.
    let isNew = declared == nil
    (model, declared) = (after, declaredAfter)
    verdict.call(at: place) {
      reachability.check(message, in: before, expectingNoReceiver: expectingNoReceiver, at: place)
      repetition.record(before, message, after, returned, at: place)
      if isNew { reachability.checkIDs(in: before, at: place) }
      reachability.checkIDs(in: after, before: before, at: place)
      checkConflicts(in: declaredBefore, declaredAfter, at: place)
      stated.check(returned, declaredAfter, at: place)
      if verdict.hasFailed { return }
      let result = StepResult(
        before: before, after: after, commands: returned, declaredBefore: declaredBefore,
        declaredAfter: declaredAfter)
      result.check(
        StepExpectation(
          commands: commands, subscriptions: changes, exhaustive: exhaustive ?? self.exhaustive,
          ignoring: ignored),
        of: ValueName(message).description, at: place, change: change)
    }
    return returned
  }

  private func declarations(
    _ model: AppModel, _ message: (any Message)?
  ) -> [any Subscription] {
    feature.subscriptions(model: model, message: message)
  }

  /// Fails the test if two subscriptions with one id have different payloads.
  ///
  /// As in a runtime, a conflict is reported once, until it ends.
  private func checkConflicts(
    in before: [any Subscription], _ after: [any Subscription], at place: TestPlace
  ) {
    for declared in [before, after] {
      let found = conflicts(in: declared)
      for (key, issue) in found where !conflicts.contains(key) {
        place.fail(withIssue: issue.detailedText)
      }
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
  /// Sends a message of the type that the model receives, which may be written with a leading dot.
  ///
  /// `send(_:)` for `any Message` describes the parameters.
  @discardableResult
  public func send(
    _ message: AppModel.Receives, expectingNoReceiver: Bool = false, commands: [any Command] = [],
    subscriptions changes: [SubscriptionChange] = [], exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) -> [any Command] {
    send(
      message as any Message, expectingNoReceiver: expectingNoReceiver, commands: commands,
      subscriptions: changes, exhaustive: exhaustive,
      fileID: fileID, filePath: filePath, line: line, change: change)
  }

  /// Sends a message to a child of the model.
  ///
  /// `send(_:)` for `any Message` describes the other parameters.
  ///
  /// - Parameters:
  ///   - message: A message of the type that the child receives.
  ///   - address: The child, such as `App.at.rows[7]`.
  @discardableResult
  public func send<Child: Model>(
    _ message: Child.Receives, to address: Address<AppModel, Child>,
    expectingNoReceiver: Bool = false, commands: [any Command] = [],
    subscriptions changes: [SubscriptionChange] = [], exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) -> [any Command] {
    send(
      message.to(address), expectingNoReceiver: expectingNoReceiver, commands: commands,
      subscriptions: changes, exhaustive: exhaustive, fileID: fileID, filePath: filePath,
      line: line, change: change)
  }
}
