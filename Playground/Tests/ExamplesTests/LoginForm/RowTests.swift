import Katana
import KatanaTesting
import Testing

@testable import Examples

@Suite struct RowTests {
  private func row(_ id: Int) -> Address<LoginApp, Row> { LoginApp.at.rows[id] }

  private func makeApp() -> AppTest<LoginApp> {
    AppTest(
      Program(
        model: LoginApp(form: nil, rows: [Row(id: 0, title: "a"), Row(id: 1, title: "b")]),
        loginFeature))
  }

  private func open(_ id: Int, in app: AppTest<LoginApp>) {
    app.send(
      .toggled, to: row(id),
      commands: [LoadDetails(row: id).cancellable(id: RowUpdater.ID.details).in(row(id))]
    ) { $0.rows[id: id]?.isOpen = true }
  }

  @Test func eachRowGetsItsOwnDetailsOnce() {
    let app = makeApp()
    open(0, in: app)
    open(1, in: app)
    app.answer(\LoadDetails.reply, of: LoadDetails(row: 1), with: "B") {
      $0.rows[id: 1]?.details = "B"
    }
    app.answer(\LoadDetails.reply, of: LoadDetails(row: 0), with: "A") {
      $0.rows[id: 0]?.details = "A"
    }
    app.send(.toggled, to: row(0), commands: [Cancel(id: RowUpdater.ID.details).in(row(0))]) {
      $0.rows[id: 0]?.isOpen = false
    }
    app.send(.toggled, to: row(0)) { $0.rows[id: 0]?.isOpen = true }
    app.finish()
  }

  @Test func aRowThatIsClosedStopsLoading() {
    let app = makeApp()
    open(0, in: app)
    app.send(.toggled, to: row(0), commands: [Cancel(id: RowUpdater.ID.details).in(row(0))]) {
      $0.rows[id: 0]?.isOpen = false
    }
    #expect(app.pending.isEmpty)
    open(0, in: app)
    app.answer(\LoadDetails.reply, with: "A") { $0.rows[id: 0]?.details = "A" }
    app.finish()
  }

  @Test func aRowThatIsRemovedStopsLoadingAndLeavesTheOthers() {
    let app = makeApp()
    open(0, in: app)
    open(1, in: app)
    app.send(.removeTapped, to: row(0), commands: [Dismiss().in(row(0))]) {
      $0.rows = [Row(id: 1, title: "b", isOpen: true)]
    }
    app.answer(\LoadDetails.reply, with: "B") { $0.rows[id: 1]?.details = "B" }
    app.finish()
  }
}
