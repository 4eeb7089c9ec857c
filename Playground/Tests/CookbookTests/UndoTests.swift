import KatanaRuntime
import KatanaTesting
import Testing

// Undo: Docs/cookbook/forms-and-lists.md.

enum LetterMessage: Message, Equatable {
  case typingBegan
  case textChanged(String)
  case spellingChecked(mistakes: Int)
}

struct Letter: Model, Equatable {
  typealias Receives = LetterMessage

  var text = ""
  var mistakes = 0
}

struct LetterUpdater: TypedUpdater {
  func update(model: inout Letter, message: LetterMessage) -> [any Command] {
    switch message {
    case .typingBegan: break
    case .textChanged(let text): model.text = text
    case .spellingChecked(let mistakes): model.mistakes = mistakes
    }
    return []
  }
}

struct Desk: Model, Equatable {
  var letter = Undoable(Letter())
}

let deskFeature = CombinedUpdater<Desk>([
  .slice(\.letter, LetterUpdater().undoable(limit: 50) { $0 as? LetterMessage == .typingBegan })
])

@Test func oneUndoTakesBackAllKeysSinceTheTypingBegan() {
  let test = StepTest(deskFeature, model: Desk())
  let letter = Desk.at.letter.present
  test.send(.typingBegan, to: letter) { $0.letter.past = [Letter()] }
  test.send(.textChanged("H"), to: letter) { $0.letter.present.text = "H" }
  test.send(.textChanged("Hi"), to: letter) { $0.letter.present.text = "Hi" }
  test.send(.undo, to: Desk.at.letter) {
    $0.letter = Undoable(Letter())
    $0.letter.future = [Letter(text: "Hi")]
  }
  test.send(.redo, to: Desk.at.letter) {
    $0.letter = Undoable(Letter(text: "Hi"))
    $0.letter.past = [Letter()]
  }
}

// The other meaning of the word: "Deleted. Undo", for five seconds.

enum MailMessage: Message, Equatable {
  case deleteTapped(Int)
  case undoTapped
  case undoEnded(Int)
  case deleted(Int, isSuccess: Bool)
}

struct Mail: Model, Equatable {
  typealias Receives = MailMessage

  var letters = [1, 2, 3]
  var hidden: Set<Int> = []  // They are being deleted; the screen does not show them.
  var undoable: Int?
}

struct DeleteLetter: Command, Equatable {
  var id: Int
  var reply: Reply<Bool>
}

struct MailUpdater: TypedUpdater {
  enum ID { case deletion }

  func update(model: inout Mail, message: MailMessage) -> [any Command] {
    switch message {
    case .deleteTapped(let id):
      guard model.hidden.insert(id).inserted else { return [] }  // Tapped twice.
      model.undoable = id
      let deletion = Sequential([
        Send(MailMessage.undoEnded(id)),
        DeleteLetter(id: id, reply: reply { .deleted(id, isSuccess: $0) }),
      ])
      return [
        Flush(id: ID.deletion),  // The one before cannot be undone any more.
        deletion.delayed(by: .seconds(5)).cancellable(id: ID.deletion),
      ]
    case .undoTapped:
      guard let id = model.undoable else { return [] }
      model.undoable = nil
      model.hidden.remove(id)
      return [Cancel(waiting: ID.deletion)]
    case .undoEnded(let id): if model.undoable == id { model.undoable = nil }
    case .deleted(let id, let isSuccess):
      model.hidden.remove(id)
      if isSuccess { model.letters.removeAll { $0 == id } }
    }
    return []
  }
}

@Test func aDeletionCanBeUndoneForFiveSeconds() {
  let app = AppTest(Program(model: Mail(), MailUpdater()), exhaustive: .model)
  app.send(.deleteTapped(2)) {
    $0.hidden = [2]
    $0.undoable = 2
  }
  app.advance(by: .milliseconds(4_999))
  app.send(.undoTapped) { $0 = Mail() }
  app.advance(by: .seconds(5))
  app.finish()
}

@Test func afterFiveSecondsOrTheNextDeletionALetterIsDeleted() {
  let app = AppTest(Program(model: Mail(), MailUpdater()), exhaustive: .model)
  app.send(.deleteTapped(1)) {
    $0.hidden = [1]
    $0.undoable = 1
  }
  app.send(.deleteTapped(2)) {
    $0.hidden = [1, 2]
    $0.undoable = 2
  }
  app.answer(\DeleteLetter.reply, with: true) {
    $0.letters = [2, 3]
    $0.hidden = [2]
  }
  app.advance(by: .seconds(5)) { $0.undoable = nil }
  app.send(.undoTapped)
  app.answer(\DeleteLetter.reply, with: false) { $0.hidden = [] }
  app.finish()
}

@Test func aSecondTapOnTheSameLetterChangesNothing() {
  let app = AppTest(Program(model: Mail(), MailUpdater()), exhaustive: .model)
  app.send(.deleteTapped(2)) { ($0.hidden, $0.undoable) = ([2], 2) }
  app.send(.deleteTapped(2))
  #expect(app.pending(DeleteLetter.self).isEmpty)
  app.send(.undoTapped) { $0 = Mail() }
}

@Test func anUndoDoesNotCancelTheDeletionBeforeIt() {
  let app = AppTest(Program(model: Mail(), MailUpdater()), exhaustive: false)
  app.send(.deleteTapped(1))
  app.send(.deleteTapped(2))
  app.send(.undoTapped)
  #expect(app.pending(DeleteLetter.self).map(\.id) == [1])
  app.answer(\DeleteLetter.reply, with: true)
  #expect(app.model == Mail(letters: [2, 3]))
}

@Test func anAnswerMakesNoStepAndAnUndoTakesItBackToo() {
  let test = StepTest(deskFeature, model: Desk())
  let letter = Desk.at.letter.present
  test.send(.typingBegan, to: letter) { $0.letter.past = [Letter()] }
  test.send(.spellingChecked(mistakes: 1), to: letter) { $0.letter.present.mistakes = 1 }
  test.send(.undo, to: Desk.at.letter) {
    $0.letter = Undoable(Letter())
    $0.letter.future = [Letter(mistakes: 1)]
  }
}
