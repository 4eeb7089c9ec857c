import Katana
import KatanaComparison

/// Runs each update twice on copies of the model, and reports one that gives different results.
struct PurityCheck {
  private let difference: (Router, UnsafeRawPointer, any Message) -> Difference?

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
      return Difference.first(between: first.0, and: second.0)
        ?? Difference.first(between: first.1, and: second.1)
    }
  }

  /// The issue of an update that is not pure. What cannot be compared is taken to be equal.
  func issue(_ router: Router, _ model: UnsafeRawPointer, _ message: any Message) -> RuntimeIssue? {
    guard let difference = difference(router, model, message) else { return nil }
    if case .incomparable = difference.reason { return nil }
    let path = difference.path.isEmpty ? "the whole" : difference.path
    return .impureUpdate(message: ValueName(message).fullName, difference: path)
  }
}
