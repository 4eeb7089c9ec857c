import Katana
import KatanaTesting
import Testing

@testable import Examples

@Suite struct FormTests {
  private let form = LoginApp.at.form
  private let tooShort = NameError(text: "too short")

  /// A form with a name and a password.
  private func makeFilled() -> AppTest<LoginApp> {
    AppTest(
      Program(
        model: LoginApp(form: Form(name: "ada", password: Secret("1234"))), loginFeature))
  }

  private func type(_ name: String, in app: AppTest<LoginApp>) {
    let validate = ValidateName(name: name)
      .debounced(id: FormUpdater.ID.typing, for: .milliseconds(300))
      .cancellable(id: FormUpdater.ID.name, cancelInFlight: true)
    app.send(.nameChanged(name), to: form, commands: [validate.in(form)]) {
      $0.form?.name = name
      $0.form?.nameError = nil
    }
  }

  @Test func theNameIsValidatedWhenTheTypingPauses() {
    let app = AppTest(loginProgram)
    type("a", in: app)
    app.advance(by: .milliseconds(299))
    type("ad", in: app)
    app.advance(by: .milliseconds(299))
    #expect(app.pending.isEmpty)
    app.advance(by: .milliseconds(1))
    #expect(difference(app.pending, [ValidateName(name: "ad").in(form)]) == nil)
    app.answer(\ValidateName.reply, with: tooShort) { $0.form?.nameError = tooShort }
    type("ada", in: app)
    app.advance(by: .milliseconds(300))
    app.answer(\ValidateName.reply, with: nil)
    app.finish()
  }

  @Test func anAnswerAboutAnOlderNameIsNotShown() {
    let app = AppTest(loginProgram)
    type("a", in: app)
    app.advance(by: .milliseconds(300))
    type("ada", in: app)
    #expect(app.pending.isEmpty)
    app.finish(ignoringPending: [ValidateName.self])
  }

  /// The commands of a tap on the button.
  private func submit(_ name: String = "ada", _ password: Secret<String> = Secret("1234"))
    -> any Command
  {
    Sequential([ValidateName(name: name), LogIn(name: name, password: password)])
      .timingOut(after: .seconds(10), FormMessage.loggedIn(.failure(.noAnswer)))
      .cancellable(id: FormUpdater.ID.name, cancelInFlight: true)
      .in(form)
  }

  private func tapSubmit(in app: AppTest<LoginApp>) {
    app.send(.submitTapped, to: form, commands: [submit()]) { $0.form?.isBusy = true }
  }

  @Test func theFormIsSubmittedOnce() {
    let app = makeFilled()
    tapSubmit(in: app)
    app.send(.submitTapped, to: form)
    app.answer(\ValidateName.reply, with: nil)
    app.answer(\LogIn.reply, with: .failure(.wrongPassword)) {
      $0.form?.isBusy = false
      $0.form?.loginError = .wrongPassword
    }
    app.send(.passwordChanged(Secret("5678")), to: form) { $0.form?.password = Secret("5678") }
    app.send(.submitTapped, to: form, commands: [submit("ada", Secret("5678"))]) {
      $0.form?.isBusy = true
      $0.form?.loginError = nil
    }
    app.answer(\ValidateName.reply, with: nil)
    app.answer(\LogIn.reply, with: .success(["one"])) {
      $0.form = nil
      $0.rows = [Row(id: 0, title: "one")]
    }
    app.finish()
  }

  @Test func aNameThatIsNotAllowedIsNotLoggedIn() {
    let app = makeFilled()
    tapSubmit(in: app)
    app.answer(\ValidateName.reply, with: tooShort) {
      $0.form?.isBusy = false
      $0.form?.nameError = tooShort
    }
    #expect(app.pending.isEmpty)
    app.finish()
  }

  @Test func aServerThatDoesNotAnswerDoesNotKeepTheFormBusy() {
    let app = makeFilled()
    tapSubmit(in: app)
    app.advance(by: .seconds(6))
    app.answer(\ValidateName.reply, with: nil)
    app.advance(by: .milliseconds(3_999))
    app.advance(by: .milliseconds(1), sends: [FormMessage.loggedIn(.failure(.noAnswer)).to(form)]) {
      $0.form?.isBusy = false
      $0.form?.loginError = .noAnswer
    }
    #expect(app.pending.isEmpty)
    app.finish()
  }

  @Test func anotherNameWithdrawsTheLogin() {
    let app = makeFilled()
    tapSubmit(in: app)
    app.answer(\ValidateName.reply, with: nil)
    app.send(
      .nameChanged("eve"), to: form, commands: [FormUpdater.validate("eve").in(form)]
    ) {
      $0.form?.name = "eve"
      $0.form?.isBusy = false
    }
    #expect(app.pending.isEmpty)
    app.finish(ignoringPending: [ValidateName.self])
  }

  @Test(arguments: [
    Form(), Form(name: "a", nameError: NameError(text: "too short")), Form(name: "a", isBusy: true),
  ])
  func anIncompleteFormIsNotSubmitted(incomplete: Form) {
    StepTest(FormUpdater(), model: incomplete).send(.submitTapped)
  }

  @Test func theButtonDoesNotWaitForThePauseInTheTyping() {
    let app = makeFilled()
    type("eve", in: app)
    app.send(.submitTapped, to: form, commands: [submit("eve")]) { $0.form?.isBusy = true }
    #expect(difference(app.pending, [ValidateName(name: "eve").in(form)]) == nil)
    app.answer(\ValidateName.reply, with: nil)
    app.advance(by: .milliseconds(300))
    app.answer(\LogIn.reply, with: .success([])) { $0.form = nil }
    app.finish()
  }
}
