import Katana

/// The texts of failures about a wrong use of `AppTest`.
enum AppTestTexts {
  static func ended(_ name: String) -> String {
    failureText(
      "The test of the app has ended.", [("Called", name)],
      why: "The app handles no messages after `finish()`.", fix: "call `finish()` once, and last.")
  }

  static let task = failureText(
    "An interpreter that was given to the app began a task.",
    why: "The task would run concurrently with the test, so it is not run.",
    fix: howToBeSynchronous)

  static func asynchronous(_ name: String) -> String {
    failureText(
      "The interpreter \(name) is asynchronous.",
      why: "Its task would run concurrently with the test, so it is not run.",
      fix: howToBeSynchronous)
  }

  private static let howToBeSynchronous =
    "remove it and answer its commands, or test it with `RecordingDispatcher` or `explore`."
}
