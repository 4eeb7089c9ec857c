import Katana

/// Whether a message reaches somebody: most often, one that does not is a mistake of the test.
struct Addressee<AppModel: Model> {
  private let router: Router

  init(_ updater: some Updater<AppModel>) { router = updater.routes.router }

  /// Fails unless a message reaches somebody, or nobody, as expected.
  func check(
    _ message: any Message, in model: AppModel, reachesNobody: Bool, at place: TestPlace
  ) {
    switch (whyNobody(message, model), reachesNobody) {
    case ((let why, let fix)?, false):
      place.fail(
        failureText(
          "The message reached nobody.", [("Message", valueText(message))], why: why,
          fix: "\(fix); or say `reachesNobody: true`, if that is what the test is about."))
    case (nil, true):
      place.fail(
        failureText(
          "The message reaches an updater.", [("Message", valueText(message))],
          why: "The test says `reachesNobody: true`.",
          fix: "leave that out, and state what the message causes."))
    default: break
    }
  }

  private func whyNobody(_ message: any Message, _ model: AppModel) -> (why: String, fix: String)? {
    if !router.takes(message) {
      return message is ScopedMessage
        ? ("No updater takes it at this address.", "correct the address, or add the updater")
        : (
          "No updater takes it without an address.",
          "address it to the child that it is for, with `.in(…)`, or add the updater"
        )
    }
    if withUnsafePointer(to: model, { router.isThere($0, message) }) { return nil }
    if !(message is ScopedMessage) {
      return ("The part of the model that takes it is not there.", "make the part first")
    }
    return (
      "The part of the model that it is addressed to is not there.",
      "make the part first, or correct the address"
    )
  }
}
