import Katana

/// A stack of screens, and a sheet above it.
struct NavigatorApp: Model, Equatable {
  typealias Receives = NavigatorMessage

  var path = [Screen.list(ListScreen(id: 0))]
  var sheet: Sheet?
  var nextID = 1

  mutating func push(_ screen: (_ id: Int) -> Screen) {
    path.append(screen(nextID))
    nextID += 1
  }
}

/// A screen of one of three kinds.
enum Screen: Model, Equatable, Identifiable {
  case list(ListScreen)
  case detail(DetailScreen)
  case settings(SettingsScreen)

  var id: Int {
    switch self {
    case .list(let it): it.id
    case .detail(let it): it.id
    case .settings(let it): it.id
    }
  }

  static let listCase = EnumCase("list", Screen.list) {
    if case .list(let it) = $0 { it } else { nil }
  }
  static let detailCase = EnumCase("detail", Screen.detail) {
    if case .detail(let it) = $0 { it } else { nil }
  }
  static let settingsCase = EnumCase("settings", Screen.settings) {
    if case .settings(let it) = $0 { it } else { nil }
  }
}

/// The messages about the stack and the sheet.
enum NavigatorMessage: Message, Equatable {
  case settingsTapped
  case backTapped
  case settingsSaved
  case noticePosted(String)
  /// The app has left the screen, and may be ended soon.
  case wentToBackground
}

/// Changes the stack when the user navigates, and shows notices in the sheet.
struct NavigatorUpdater: TypedUpdater {
  func update(model: inout NavigatorApp, message: NavigatorMessage) -> [any Command] {
    switch message {
    case .settingsTapped: model.push { .settings(SettingsScreen(id: $0)) }
    case .backTapped where model.path.count > 1: return saveUnsaved(model.path.removeLast())
    case .backTapped: break
    case .settingsSaved: break
    case .noticePosted(let text):
      model.sheet = Sheet(id: model.nextID, text: text)
      model.nextID += 1
      return [Send(.shown, to: NavigatorApp.at.sheet)]
    case .wentToBackground:
      // A save that waits for a pause in the toggling could wait too long.
      return model.path.map { screen in
        Flush(id: SettingsFeature.ID.pause)
          .in(NavigatorApp.at.path[screen.id][case: Screen.settingsCase])
      }
    }
    return []
  }

  /// Returns the command that saves the settings of a screen that has left, if they are not saved. The
  /// save that waits, or has begun, is cancelled with the screen.
  private func saveUnsaved(_ screen: Screen) -> [any Command] {
    guard case .settings(let settings) = screen, !settings.isSaved else { return [] }
    return [SaveSettings(isDark: settings.isDark, reply: reply(.settingsSaved))]
  }
}

let screenFeature = CombinedUpdater<Screen>([
  .case(Screen.listCase, ListFeature()),
  .case(Screen.detailCase, DetailFeature()),
  .case(Screen.settingsCase, SettingsFeature()),
])

let navigatorFeature = NavigatorUpdater().with(
  .each(\.path, screenFeature, onLeave: .cancel),
  .optional(\.sheet, SheetUpdater(), onLeave: .cancel),
  .listen(any: ListScreen.self) { model, _, message in
    guard case .itemTapped(let item) = message else { return [] }
    let detail = NavigatorApp.at.path[model.nextID][case: Screen.detailCase]
    model.push { .detail(DetailScreen(id: $0, item: item)) }
    return [LoadItem(item: item).in(detail)]
  })

let navigatorProgram = Program(
  model: NavigatorApp(), navigatorFeature,
  commands: [ListFeature.load.in(NavigatorApp.at.path[0][case: Screen.listCase])])
