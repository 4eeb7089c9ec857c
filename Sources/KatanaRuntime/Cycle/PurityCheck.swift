import Katana
import KatanaComparison

/// Runs each update twice on copies of the model, and finds updates that give different results.
struct PurityCheck {
  private let difference: (Router, UnsafeRawPointer, any Message) -> DifferencePath?
  private let object: (UnsafeRawPointer) -> Any.Type?

  init<AppModel: Model>(of type: AppModel.Type) {
    difference = { router, model, message in
      func run() -> (AppModel, [any Command]) {
        var copy = model.assumingMemoryBound(to: AppModel.self).pointee
        let commands = withUnsafeMutablePointer(to: &copy) {
          router.handle(UnsafeMutableRawPointer($0), message)
        }
        return (copy, commands)
      }
      let (first, second) = (run(), run())
      return Comparison.provenDifference(between: first.0, and: second.0)
        ?? Comparison.provenDifference(between: first.1, and: second.1)
    }
    object = { model in firstObject(in: model.assumingMemoryBound(to: AppModel.self).pointee) }
  }

  /// Returns the issue of an update that is not pure; `nil` if it is pure. Values that cannot be
  /// compared count as equal.
  func issue(_ router: Router, _ model: UnsafeRawPointer, _ message: any Message) -> RuntimeIssue? {
    // Each run of the update would change the object.
    if let type = object(model) { return .purityNotChecked(object: "\(type)") }
    return difference(router, model, message).map {
      .impureUpdate(message: ValueName(message).fullName, difference: $0)
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
