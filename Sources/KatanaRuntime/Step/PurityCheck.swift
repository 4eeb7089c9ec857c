import Katana
import KatanaComparison

/// Runs an update twice on copies of the model.
///
/// - Returns: The issue of an update that gives different results, or of a model that cannot be
///   checked; `nil` for a pure update. Values that cannot be compared count as equal.
func impurity<AppModel: Model>(
  of message: any Message, _ model: AppModel, _ router: Router
) -> RuntimeIssue? {
  // Each run of the update would change the object.
  if let type = firstObject(in: model) { return .purityNotChecked(object: "\(type)") }
  // Of a copy that is not on the stack, which may be small.
  func update() -> (model: Copy<AppModel>, commands: [any Command]) {
    let copy = Copy(model)
    return (copy, router.handle(copy.openPlace, message))
  }
  let (first, second) = (update(), update())
  let difference =
    Comparison.provenDifference(
      between: first.model.place[as: AppModel.self], and: second.model.place[as: AppModel.self])
    ?? Comparison.provenDifference(between: first.commands, and: second.commands)
  return difference.map {
    .impureUpdate(message: ValueName(message).fullName, difference: $0)
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
