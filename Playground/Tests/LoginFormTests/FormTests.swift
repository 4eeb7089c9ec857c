import Katana
import KatanaTesting
import Testing

@testable import LoginForm

@Suite struct FormTests {
  private let form = LoginApp.at.form

  /// A form with a name and a password.
  private func makeFilled() -> AppTest<LoginApp> {
    AppTest(
      Program(
        model: LoginApp(form: Form(name: "ada", password: Secret("1234"))), loginFeature))
  }

  private func type(_ name: String, in app: AppTest<LoginApp>) {
    let validate = ValidateName(name: name)
      .debounced(id: FormUpdater.ID.typing, for: .milliseconds(300))
      .cancellable(id: FormUpdater.ID.validation, cancelInFlight: true)
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
    app.answer(\ValidateName.reply, with: "too short") { $0.form?.nameError = "too short" }
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

  @Test func theFormIsSubmittedOnce() {
    let app = makeFilled()
    app.send(
      .submitTapped, to: form,
      commands: [LogIn(name: "ada", password: Secret("1234")).in(form)]
    ) { $0.form?.isBusy = true }
    app.send(.submitTapped, to: form)
    app.answer(\LogIn.reply, with: .failure(.wrongPassword)) {
      $0.form?.isBusy = false
      $0.form?.loginError = .wrongPassword
    }
    app.send(.passwordChanged(Secret("5678")), to: form) { $0.form?.password = Secret("5678") }
    app.send(
      .submitTapped, to: form,
      commands: [LogIn(name: "ada", password: Secret("5678")).in(form)]
    ) {
      $0.form?.isBusy = true
      $0.form?.loginError = nil
    }
    app.answer(\LogIn.reply, with: .success(["one"])) {
      $0.form = nil
      $0.rows = [Row(id: 0, title: "one")]
    }
    app.finish()
  }

  @Test(arguments: [Form(), Form(name: "a", nameError: "too short"), Form(name: "a", isBusy: true)])
  func whatIsIncompleteIsNotSubmitted(incomplete: Form) {
    StepTest(FormUpdater(), model: incomplete).send(.submitTapped)
  }

  @Test func aValidationEndsWithTheForm() {
    let app = makeFilled()
    type("eve", in: app)
    app.advance(by: .milliseconds(300))
    app.send(
      .submitTapped, to: form,
      commands: [LogIn(name: "eve", password: Secret("1234")).in(form)]
    ) { $0.form?.isBusy = true }
    app.answer(\LogIn.reply, with: .success([])) { $0.form = nil }
    app.finish()
  }
}
