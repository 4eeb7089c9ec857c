import Katana
import KatanaComparison

/// Runs each update twice on copies of the model, and finds updates that give different results.
struct PurityCheck {
  private let difference: (Router, ReadPlace, any Message) -> DifferencePath?
  private let object: (ReadPlace) -> Any.Type?

  init<AppModel: Model>(of type: AppModel.Type) {
    difference = { router, model, message in
      let first = Trial<AppModel>(router, model[as: AppModel.self], message)
      let second = Trial<AppModel>(router, model[as: AppModel.self], message)
      return Comparison.provenDifference(between: first.value, and: second.value)
        ?? Comparison.provenDifference(between: first.commands, and: second.commands)
    }
    object = { model in firstObject(in: model[as: AppModel.self]) }
  }

  /// Returns the issue of an update that is not pure; `nil` if it is pure. Values that cannot be
  /// compared count as equal.
  func issue(_ router: Router, _ model: ReadPlace, _ message: any Message) -> RuntimeIssue? {
    // Each run of the update would change the object.
    if let type = object(model) { return .purityNotChecked(object: "\(type)") }
    return difference(router, model, message).map {
      .impureUpdate(message: ValueName(message).fullName, difference: $0)
    }
  }
}

/// The result of an update of a copy of the model. The copy is not on the stack, which may be small.
private final class Trial<AppModel: Model> {
  private let model: Copy<AppModel>
  let commands: [any Command]

  init(_ router: Router, _ model: AppModel, _ message: any Message) {
    self.model = Copy(model)
    commands = router.handle(self.model.openPlace, message)
  }

  /// The new model.
  var value: Any { model.place[as: AppModel.self] }
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
