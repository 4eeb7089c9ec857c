import Katana
import KatanaRuntime

/// Checks whether a message reaches an updater.
///
/// A message that reaches none is most often a mistake of the test.
struct MessageReachability<AppModel: Model> {
  private let router: Router

  init(_ feature: FeatureTree<AppModel>) { router = feature.node.router }

  /// Whether an updater declares that it takes a message.
  func takes(_ message: any Message) -> Bool { router.isTaken(message) }

  /// Fails the test if two elements of a collection have one `id`, unless they had it before.
  func checkIDs(in model: AppModel, before: AppModel? = nil, at place: TestPlace) {
    let known = before.map { Set(issues(in: $0).map(\.text)) } ?? []
    for issue in issues(in: model) where !known.contains(issue.text) {
      place.fail(withIssue: issue.text)
    }
  }

  private func issues(in model: AppModel) -> [RuntimeIssue] {
    withPlace(of: model) { RuntimeIssue.duplicates(in: $0, router, showsIDs: true) }
  }

  /// Fails the test if a message reaches no updater, or if it reaches one against expectation.
  func check(
    _ message: any Message, in model: AppModel, expectingNoReceiver: Bool, at place: TestPlace
  ) {
    switch (whyNobody(message, model), expectingNoReceiver) {
    case (let why?, false):
      place.fail(withIssue: "\(why)\nIf the test expects that, say `expectingNoReceiver: true`.")
    case (nil, true):
      place.fail(
        failureText(
          "The message reaches an updater.", [("Message", valueText(message))],
          why: "The test says `expectingNoReceiver: true`.",
          fix: "remove `expectingNoReceiver:`, and state what the message causes."))
    default: break
    }
  }

  private func whyNobody(_ message: any Message, _ model: AppModel) -> String? {
    if !router.isTaken(message) {
      return RuntimeIssue.unreached(message, router, message: valueText(message)).text
    }
    if withPlace(of: model, { router.isThere($0, message) }) { return nil }
    return failureText(
      "The child that takes the message is not there.", [("Message", valueText(message))],
      why: "A message for a child that is gone is dropped and counted.",
      fix: "create the child first, or correct the address.")
  }
}
