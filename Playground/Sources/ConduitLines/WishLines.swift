import API
import Katana
import Terminal

/// What the user types, the line about it in the help, and what the app prints at once.
typealias WishWords = (name: String, summary: String, said: String)

/// Returns what a user can type to switch something on and off, and what the user sees of it.
func wishLines<Kind: Wish>(
  of kind: Kind.Type, _ word: String, on: WishWords, off: WishWords
) -> FeatureLines {
  FeatureLines(
    instructions: [
      Instruction(on.name, word: word, on.summary) { WishMessage<Kind>.wanted($0, true) },
      Instruction(off.name, word: word, off.summary) { WishMessage<Kind>.wanted($0, false) },
    ], presenter: WishPresenter<Kind>(on: on, off: off))
}

/// Shows a wish at once. If the server refuses it, a line says so. A program that reads JSON gets the
/// answer of the server instead.
struct WishPresenter<Kind: Wish>: Presenter {
  let on: WishWords
  let off: WishWords

  func output(for message: WishMessage<Kind>) -> Output? {
    switch message {
    case .wanted(let id, let isOn): .success("\((isOn ? on : off).said) \(id)").hidden(from: .json)
    case .answered(_, _, .success(let answer)): Output([]).json([Kind.key: answer])
    case .answered(_, _, .failure(.notLoggedIn)): .failure(.notLoggedIn)
    case .answered(let id, let isOn, .failure(let error)):
      .failure(error, undone: "taken back: \((isOn ? on : off).name) \(id)")
    }
  }
}
