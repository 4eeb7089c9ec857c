import Katana
import KatanaTesting
import Testing

@testable import Examples

@Suite struct NavigatorTests {
  private let list = NavigatorApp.at.path[0][case: Screen.listCase]
  private let detail = NavigatorApp.at.path[1][case: Screen.detailCase]
  private let settings = NavigatorApp.at.path[1][case: Screen.settingsCase]

  /// An app that has shown its list.
  private func makeApp() -> AppTest<NavigatorApp> {
    let app = AppTest(navigatorProgram)
    app.start(
      commands: [loadItems],
      subscriptions: [.started(ItemsChanged().in(list))])
    return app
  }

  private var loadItems: any Command {
    LoadItems().queued(id: ListFeature.ID.load, .latestWins).in(list)
  }

  /// The save of a setting, a second after the last change.
  private func save(isDark: Bool) -> any Command {
    SaveSettings(isDark: isDark)
      .debounced(id: SettingsFeature.ID.pause, for: .seconds(1))
      .cancellable(id: SettingsFeature.ID.save, cancelInFlight: true)
      .in(settings)
  }

  private func openDetail(in app: AppTest<NavigatorApp>) {
    app.send(
      .itemTapped("tea"), to: list,
      commands: [LoadItem(item: "tea").in(detail)]
    ) {
      $0.path.append(.detail(DetailScreen(id: 1, item: "tea")))
      $0.nextID = 2
    }
  }

  @Test func theListIsLoadedAndLoadedAgain() {
    let app = makeApp()
    app.emit(\ItemsChanged.reply, with: (), commands: [loadItems])
    app.answer(\LoadItems.reply, with: ["tea"]) {
      $0.path = [.list(ListScreen(id: 0, items: ["tea"]))]
    }
    app.finish()
  }

  @Test func detailsArePushedAndWatchedOnceLoaded() {
    let app = makeApp()
    app.answer(\LoadItems.reply, with: [])
    openDetail(in: app)
    app.answer(
      \LoadItem.reply, with: "green", subscriptions: [.started(Viewers(item: "tea").in(detail))]
    ) { $0.path[1] = .detail(DetailScreen(id: 1, item: "tea", text: "green")) }
    app.emit(\Viewers.reply, with: 3) {
      $0.path[1] = .detail(DetailScreen(id: 1, item: "tea", text: "green", viewers: 3))
    }
    app.send(.backTapped, subscriptions: [.stopped(Viewers(item: "tea").in(detail))]) {
      $0.path.removeLast()
    }
    app.finish()
  }

  @Test func aScreenThatLeavesCancelsItsCommandsOnly() {
    let app = makeApp()
    openDetail(in: app)
    app.send(.backTapped) { $0.path.removeLast() }
    #expect(difference(app.pending, [LoadItems().in(list)]) == nil)
    app.answer(\LoadItems.reply, with: ["tea"]) {
      $0.path = [.list(ListScreen(id: 0, items: ["tea"]))]
    }
    app.finish()
  }

  @Test func theFirstScreenStays() {
    StepTest(navigatorProgram).send(.backTapped)
  }

  @Test func settingsAreSavedWhenTheTogglingPauses() {
    let app = makeApp()
    app.answer(\LoadItems.reply, with: [])
    app.send(.settingsTapped, subscriptions: [.started(SettingsChanged().in(settings))]) {
      $0.path.append(.settings(SettingsScreen(id: 1)))
      $0.nextID = 2
    }
    app.emit(\SettingsChanged.reply, with: true) {
      $0.path[1] = .settings(SettingsScreen(id: 1, isDark: true))
    }
    app.send(
      .darkToggled, to: settings,
      commands: [save(isDark: false)],
      subscriptions: [.stopped(SettingsChanged().in(settings))]
    ) { $0.path[1] = .settings(SettingsScreen(id: 1, isSaved: false)) }
    app.advance(by: .seconds(1))
    #expect(difference(app.pending, [SaveSettings(isDark: false).in(settings)]) == nil)
    app.answer(
      \SaveSettings.reply, with: (), subscriptions: [.started(SettingsChanged().in(settings))]
    ) { $0.path[1] = .settings(SettingsScreen(id: 1)) }
    app.finish()
  }

  @Test func aSaveThatHasBegunGivesWayToTheNextOne() {
    let app = AppTest(
      Program(
        model: NavigatorApp(path: [.settings(SettingsScreen(id: 1, isSaved: false))]),
        navigatorFeature))
    for isDark in [true, false] {
      app.send(
        .darkToggled, to: settings, commands: [save(isDark: isDark)]
      ) { $0.path = [.settings(SettingsScreen(id: 1, isDark: isDark, isSaved: false))] }
      #expect(app.pending.isEmpty)
      app.advance(by: .seconds(1))
    }
    app.answer(
      \SaveSettings.reply, with: (), subscriptions: [.started(SettingsChanged().in(settings))]
    ) { $0.path = [.settings(SettingsScreen(id: 1))] }
    app.finish()
  }

  @Test func settingsThatLeaveAreSavedAtOnce() {
    let app = makeApp()
    app.answer(\LoadItems.reply, with: [])
    app.send(.settingsTapped, subscriptions: [.started(SettingsChanged().in(settings))]) {
      $0.path.append(.settings(SettingsScreen(id: 1)))
      $0.nextID = 2
    }
    app.send(
      .darkToggled, to: settings,
      commands: [save(isDark: true)],
      subscriptions: [.stopped(SettingsChanged().in(settings))]
    ) { $0.path[1] = .settings(SettingsScreen(id: 1, isDark: true, isSaved: false)) }
    app.send(
      .backTapped,
      commands: [SaveSettings(isDark: true, reply: Reply(NavigatorMessage.settingsSaved))]
    ) { $0.path.removeLast() }
    app.advance(by: .seconds(1))
    app.answer(\SaveSettings.reply, with: ())
    app.finish()
  }

  @Test func anAppThatGoesToTheBackgroundSavesTheSettingsAtOnce() {
    let app = AppTest(
      Program(
        model: NavigatorApp(path: [.settings(SettingsScreen(id: 1))]), navigatorFeature),
      exhaustive: [.model, .commands])
    let flush = Flush(id: SettingsFeature.ID.pause)
      .in(NavigatorApp.at.path[1][case: Screen.settingsCase])
    app.send(.wentToBackground, commands: [flush])
    app.send(.darkToggled, to: settings, commands: [save(isDark: true)]) {
      $0.path = [.settings(SettingsScreen(id: 1, isDark: true, isSaved: false))]
    }
    #expect(app.pending.isEmpty)
    app.send(.wentToBackground, commands: [flush])
    #expect(difference(app.pending, [SaveSettings(isDark: true).in(settings)]) == nil)
    app.answer(\SaveSettings.reply, with: ()) {
      $0.path = [.settings(SettingsScreen(id: 1, isDark: true))]
    }
    app.advance(by: .seconds(1))
    app.finish()
  }

  @Test func theSheetDismissesItself() {
    let app = makeApp()
    app.answer(\LoadItems.reply, with: [])
    post("hello", id: 1, in: app)
    app.advance(by: .milliseconds(2_999))
    app.advance(
      by: .milliseconds(1), sends: [Dismissed().to(NavigatorApp.at.sheet[1])]
    ) { $0.sheet = nil }
    app.finish()
  }

  @Test func theTimerOfASheetDoesNotDismissTheNextOne() {
    let app = makeApp()
    app.answer(\LoadItems.reply, with: [])
    post("hello", id: 1, in: app)
    app.advance(by: .seconds(2))
    post("again", id: 2, in: app)
    app.advance(by: .seconds(2))
    app.send(
      .closeTapped, to: NavigatorApp.at.sheet, commands: [Dismiss().in(NavigatorApp.at.sheet[2])]
    ) {
      $0.sheet = nil
    }
    app.advance(by: .seconds(2))
    app.finish()
  }

  private func post(_ text: String, id: Int, in app: AppTest<NavigatorApp>) {
    let sheet = NavigatorApp.at.sheet
    app.send(
      .noticePosted(text),
      commands: [
        Send(.shown, to: sheet), Dismiss().delayed(by: .seconds(3)).in(sheet[id]),
      ]
    ) {
      $0.sheet = Sheet(id: id, text: text)
      $0.nextID = id + 1
    }
  }
}
