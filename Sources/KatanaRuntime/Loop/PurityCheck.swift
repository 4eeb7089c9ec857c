import Katana
import KatanaComparison

/// Checks that updates and subscriptions are pure, and that the elements of a collection have different
/// `id`s: the interceptor behind the option `checksPurity`.
final class PurityCheck<AppModel: Model>: @unchecked Sendable {
  // Sendable, because its state is used inside of steps only.

  private let model: ModelStorage
  private let router: Router
  private var hasReportedObjects = false
  private var hasReportedDuplicates = false
  /// What each provider has declared last.
  private var declared: [[any Subscription]] = []

  init(_ model: ModelStorage, _ router: Router) {
    (self.model, self.router) = (model, router)
  }

  /// The last of the interceptors, so that it sees the messages that are handled.
  var interceptor: ErasedInterceptor {
    ErasedInterceptor(
      started: { [self] _ in
        reportDuplicates()
        declared = router.providers.map { $0.subscriptions(model.inside, NoMessage.none) }
      },
      before: { [self] envelope, _ in
        checkUpdate(envelope.message)
        return .handle
      },
      after: { [self] envelope, _, _ in
        reportDuplicates()
        checkSubscriptions(after: envelope.message)
      }, stopped: nil, takes: { _ in false })
  }

  /// Runs an update twice on copies of the model, and reports one that gives different results, or a model
  /// that cannot be checked. Values that cannot be compared count as equal.
  private func checkUpdate(_ message: any Message) {
    if hasReportedObjects { return }
    // Each run of the update would change the object.
    if let type = firstObject(in: model.inside[as: AppModel.self]) {
      hasReportedObjects = true
      return model.core.report(.purityNotChecked(object: "\(type)"))
    }
    let (first, second) = (update(message), update(message))
    let difference =
      Comparison.provenDifference(
        between: first.model.place[as: AppModel.self], and: second.model.place[as: AppModel.self])
      ?? Comparison.provenDifference(between: first.commands, and: second.commands)
    guard let difference else { return }
    model.core.report(
      .impureUpdate(message: ValueName(message).fullName, difference: difference))
  }

  /// Updates a copy of the model that is not on the stack, which may be small.
  private func update(_ message: any Message) -> (model: Copy<AppModel>, commands: [any Command]) {
    let copy = Copy(model.inside[as: AppModel.self])
    return (copy, router.handle(copy.openPlace, message))
  }

  /// Reports the providers whose subscriptions have changed although nothing that they may read has
  /// changed: they depend on something outside of the model.
  private func checkSubscriptions(after message: any Message) {
    let asked = router.providersToAsk(after: message)
    for (index, provider) in router.providers.enumerated() {
      let new = provider.subscriptions(model.inside, message)
      let old = declared[index]
      declared[index] = new
      if asked.contains(index) || equalPrefix(old, new) == max(old.count, new.count) { continue }
      let difference = Difference.firstWithPath(between: old, and: new)
      model.core.report(
        .impureSubscriptions(
          message: ValueName(message).fullName, difference: difference?.path ?? DifferencePath()))
    }
  }

  /// Reports the collections in which two elements have the same `id`, the first time that there are any.
  private func reportDuplicates() {
    guard !hasReportedDuplicates else { return }
    for issue in RuntimeIssue.duplicates(in: model.inside, router) {
      hasReportedDuplicates = true
      model.core.report(issue)
    }
  }
}

/// Returns the type of the first object in a value. Objects are not searched, because other threads
/// may be changing them.
private func firstObject(in value: Any, depth: Int = 0) -> Any.Type? {
  if type(of: value) is AnyObject.Type { return value is AnyKeyPath ? nil : type(of: value) }
  // Values of Foundation may hold objects and are values all the same, such as `URL`.
  if depth == 32 || String(reflecting: type(of: value)).hasPrefix("Foundation") { return nil }
  for child in Mirror(reflecting: value).children {
    if let type = firstObject(in: child.value, depth: depth + 1) { return type }
  }
  return nil
}
