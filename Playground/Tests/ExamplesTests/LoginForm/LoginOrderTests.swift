import KatanaRuntime
import KatanaTesting
import Testing

@testable import Examples

/// All orders in which validations, logins and details can come.
@Suite struct LoginOrderTests {
  @Test func errorsAreAboutTheNameShown() {
    let form = LoginApp.at.form
    let seen = explore(
      seeds: 300,
      sending: [
        FormMessage.nameChanged("a").to(form), FormMessage.nameChanged("ada").to(form),
        FormMessage.passwordChanged(Secret("1234")).to(form), FormMessage.submitTapped.to(form),
        FormMessage.submitTapped.to(form),
      ]
    ) { simulated($0) }
    #expect(seen.orders > 5)
  }

  @Test func detailsAreThoseOfTheirRow() {
    let rows = (0..<3).map { Row(id: $0, title: "\($0)") }
    let seen = explore(
      seeds: 300,
      sending: rows.map { RowMessage.toggled.to(LoginApp.at.rows[$0.id]) } + [
        RowMessage.toggled.to(LoginApp.at.rows[1]),
        RowMessage.removeTapped.to(LoginApp.at.rows[2]),
      ], inAnyOrder: true
    ) { simulated($0, LoginApp(form: nil, rows: IdentifiedArray(rows))) }
    #expect(seen.orders > 5)
    #expect(seen.gone > 0)
  }

  private func simulated(
    _ simulation: Simulation, _ model: LoginApp = LoginApp()
  ) -> Simulated<LoginApp> {
    let server = SlowServer(simulation: simulation)
    return Simulated(
      Program(model: model, loginFeature),
      interpreters: [
        .command(ValidateName.self, reply: \.reply) { command in
          await server.wait()
          return command.name.count < 3 ? NameError(text: command.name) : nil
        },
        .command(LogIn.self, reply: \.reply) { command in
          await server.logIn()
        },
        .command(LoadDetails.self, reply: \.reply) { command in
          await server.wait()
          return "details of \(command.row)"
        },
      ]
    )
    .always("an error is about the name shown") {
      $0.form?.nameError == nil || $0.form?.nameError?.text == $0.form?.name
    }
    .always("details are those of their row") {
      $0.rows.allSatisfy { $0.details == nil || $0.details == "details of \($0.id)" }
    }
    .eventually("an open row has details") {
      $0.rows.allSatisfy { !$0.isOpen || $0.details != nil }
    }
    .eventually("nothing is busy") { $0.form?.isBusy != true }
  }
}

/// Answers when it likes.
private struct SlowServer {
  let simulation: Simulation

  func wait() async {
    try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...2_000)))
  }

  /// Sometimes, the answer comes after an hour.
  func logIn() async -> Outcome<[String], LoginError> {
    await wait()
    if simulation.choose(0...4) == 0 { try? await simulation.clock.sleep(for: .seconds(3_600)) }
    return simulation.choose(among: [.success(["one"]), .failure(.offline)])
  }
}
