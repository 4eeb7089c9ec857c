import KatanaRuntime
import KatanaTesting
import Testing

// The form of Docs/control.md, which must not be submitted twice.

struct FormModel: Model, Equatable {
  typealias Receives = FormMessage
  var isBusy = false
  var isSent = false
}

enum FormMessage: Message, Equatable { case submitTapped, answered(isAccepted: Bool) }

struct Submit: Command, Equatable { var reply = Reply(FormMessage.answered) }

struct FormUpdater: TypedUpdater {
  func update(model: inout FormModel, message: FormMessage) -> [any Command] {
    switch message {
    case .submitTapped:
      guard !model.isBusy else { return [] }
      model.isBusy = true
      return [Submit().onFailure(FormMessage.answered(isAccepted: false))]
    case .answered(let isAccepted):
      model.isBusy = false
      model.isSent = isAccepted
      return []
    }
  }
}

@Test func aFormIsSubmittedOnceAndAFailureEndsTheWaiting() {
  struct Offline: Error {}
  let app = AppTest(Program(model: FormModel(), FormUpdater()))
  let submit = Submit().onFailure(FormMessage.answered(isAccepted: false))
  app.send(.submitTapped, commands: [submit]) { $0.isBusy = true }
  app.send(.submitTapped)
  app.answer(
    Submit.self, throwing: Offline(), sends: [FormMessage.answered(isAccepted: false)]
  ) { $0.isBusy = false }
  app.send(.submitTapped, commands: [submit]) { $0.isBusy = true }
  app.answer(\Submit.reply, with: true) { $0 = FormModel(isSent: true) }
}
