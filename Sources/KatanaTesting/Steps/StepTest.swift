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
/// changes, there are no other commands, and the subscriptions stay as they are. So a test that passes
/// has seen the whole step. Relax it for one call with `exhaustive:`; see ``Exhaustivity``.
///
/// The updater may be a single one or a combined one; given the app's subscriptions too, changes of
/// them are checked. Each update is run twice, and once more at the end of the test, to find updaters
/// that are not pure. For what commands answer, see ``AppTest``.
public final class StepTest<Tested: Updater> {
  /// The model after the steps so far. May be changed between steps, to begin elsewhere.
  public var model: Tested.TypedModel {
    didSet { declared = nil }
  }

  /// What the last step declared; `nil` before the first, and after the test has changed the model.
  private var declared: [any Subscription]?
  /// The subscriptions that are in conflict now.
  private var conflicts: Set<InstanceKey> = []
  private let updater: Tested
  private let subscriptions: (any SubscriptionProvider<Tested.TypedModel>)?
  private let addressee: Addressee<Tested.TypedModel>
  private var repetition: Repetition<Tested.TypedModel>

  /// A test that begins with a model.
  ///
  /// - Parameters:
  ///   - updater: What is tested.
  ///   - model: The model before the first message.
  ///   - subscriptions: What the app listens to, given the model; nothing if `nil`.
  public init(
    _ updater: Tested, model: Tested.TypedModel,
    subscriptions: (any SubscriptionProvider<Tested.TypedModel>)? = nil
  ) {
    self.updater = updater
    self.model = model
    self.subscriptions = subscriptions
    self.addressee = Addressee(updater)
    self.repetition = Repetition(updater, subscriptions)
  }

  /// Sends a message and compares all that it causes with what is stated. Returns the commands.
  ///
  /// - Parameters:
  ///   - message: What the updater receives.
  ///   - reachesNobody: Whether no updater takes the message, or its child is not there; else that fails the
  ///     test.
  ///   - commands: The commands that it returns, in order.
  ///   - subscriptions: What becomes of the declared subscriptions, in any order. Those that are kept
  ///     need not be stated.
  ///   - exhaustive: What must be stated completely.
  ///   - change: Changes the model as the message is expected to.
  @discardableResult
  public func send(
    _ message: any Message, reachesNobody: Bool = false, commands: [any Command] = [],
    subscriptions changes: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout Tested.TypedModel) -> Void = { _ in }
  ) -> [any Command] {
    let place = TestPlace(fileID, filePath, line)
    addressee.check(message, in: model, reachesNobody: reachesNobody, at: place)
    let (before, declaredBefore) = (model, declared ?? declarations(model, nil))
    let (after, returned) = updater.update(model: before, message: message)
    repetition.record(before, message, after, returned, at: place)
    let declaredAfter = declarations(after, message)
    (model, declared) = (after, declaredAfter)
    checkConflicts(in: declaredBefore, declaredAfter, at: place)
    let result = StepResult(
      before: before, after: after, commands: returned, declaredBefore: declaredBefore,
      declaredAfter: declaredAfter)
    result.check(
      StepExpectation(commands: commands, subscriptions: changes, exhaustive: exhaustive),
      of: Label(message).description, at: place, change: change)
    return returned
  }

  private func declarations(
    _ model: Tested.TypedModel, _ message: (any Message)?
  ) -> [any Subscription] {
    subscriptions?.declarations.subscriptions(model: model, message: message) ?? []
  }

  /// Fails if two subscriptions with one id have different payloads, as a runtime would report: once, for
  /// as long as they have.
  private func checkConflicts(
    in before: [any Subscription], _ after: [any Subscription], at place: TestPlace
  ) {
    for declared in [before, after] {
      let found = conflicts(in: declared)
      for (key, issue) in found where !conflicts.contains(key) { place.fail(issue.text) }
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

extension StepTest where Tested: TypedUpdater {
  /// Sends a message of the updater's own type; see the general form.
  @discardableResult
  public func send(
    _ message: Tested.TypedMessage, commands: [any Command] = [],
    subscriptions changes: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout Tested.TypedModel) -> Void = { _ in }
  ) -> [any Command] {
    send(
      message as any Message, commands: commands, subscriptions: changes, exhaustive: exhaustive,
      fileID: fileID, filePath: filePath, line: line, change: change)
  }
}
