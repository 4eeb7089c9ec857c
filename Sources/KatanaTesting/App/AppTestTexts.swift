import Katana

/// What the failures of an app's test say about its use.
enum AppTestTexts {
  static func ended(_ name: String) -> String {
    failureText(
      "The test of the app has ended.", [("Called", name)], why: "Nothing is handled any more.",
      fix: "call `finish()` once, and last.")
  }

  static let task = failureText(
    "An interpreter that was given to the app began a task.",
    why: "It would run beside the test, so it is left out.", fix: howToBeSynchronous)

  static func asynchronous(_ name: String) -> String {
    failureText(
      "The interpreter \(name) is asynchronous.",
      why: "Its task would run beside the test, so it is left out.",
      fix: howToBeSynchronous)
  }

  private static let howToBeSynchronous =
    "leave it out and answer its commands, or test it with `RecordingDispatcher` or `explore`."
}
