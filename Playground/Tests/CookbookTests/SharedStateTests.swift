import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

// State that is shared between screens: Docs/cookbook/whole-app.md.

struct ReaderSettings: Equatable, Sendable {
  var fontSize = 12
  var isLive = false
}

enum ArticleScreenMessage: Message, Equatable { case largerTapped, ticked }
enum SearchScreenMessage: Message, Equatable { case liveTapped }

struct FontSheet: Model, Equatable { typealias Receives = FontSheetMessage }

enum FontSheetMessage: Message, Equatable { case sizeTapped(Int) }

struct FontSheetUpdater: TypedUpdater {
  func update(model: inout FontSheet, message: FontSheetMessage) -> [any Command] { [] }
}

struct SearchScreen: Model, Equatable {
  var term: String
  var settings: ReaderSettings
}

extension Reader {
  var search: SearchScreen {
    get { SearchScreen(term: searchTerm, settings: settings) }
    set { (searchTerm, settings) = (newValue.term, newValue.settings) }
  }
}

struct Reader: Model, Equatable {
  var settings = ReaderSettings()  // It exists once.
  var articleText = ""
  var searchTerm = ""
  var fonts: FontSheet?
}

struct ArticleScreen: Model, Equatable {
  var text: String
  var settings: ReaderSettings
}

extension Reader {
  var article: ArticleScreen {
    get { ArticleScreen(text: articleText, settings: settings) }
    set { (articleText, settings) = (newValue.text, newValue.settings) }
  }
}

let readerFeature = CombinedUpdater<Reader>([
  .slice(\.article, ArticleScreenFeature()),
  .slice(\.search, SearchScreenUpdater()),
  .optional(\.fonts, FontSheetUpdater()) { reader, message in
    if case .sizeTapped(let size) = message { reader.settings.fontSize = size }
    return []
  },
])

struct ArticleScreenFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout ArticleScreen, message: ArticleScreenMessage) -> [any Command] {
    switch message {
    case .largerTapped: model.settings.fontSize += 1
    case .ticked: model.text += "…"
    }
    return []
  }

  func subscriptions(model: ArticleScreen) -> [any Subscription] {
    model.settings.isLive ? [Every(.seconds(60), reply(.ticked))] : []
  }
}

struct SearchScreenUpdater: TypedUpdater {
  func update(model: inout SearchScreen, message: SearchScreenMessage) -> [any Command] {
    model.settings.isLive.toggle()
    return []
  }
}

@Test func eachScreenSeesTheChangesOfTheOther() {
  let app = AppTest(Program(model: Reader(), readerFeature), interpreters: [.time()])
  let ticks = Every(.seconds(60), Reply(ArticleScreenMessage.ticked))
  app.send(SearchScreenMessage.liveTapped, subscriptions: [.started(ticks)]) {
    $0.settings.isLive = true
  }
  app.send(ArticleScreenMessage.largerTapped) { $0.settings.fontSize = 13 }
  app.advance(by: .seconds(60), sends: [ArticleScreenMessage.ticked]) { $0.articleText = "…" }
  app.send(SearchScreenMessage.liveTapped, subscriptions: [.stopped(ticks)]) {
    $0.settings.isLive = false
  }
}

@Test func aSheetChangesTheSettingsByTheListenerOfItsParent() {
  let app = AppTest(Program(model: Reader(fonts: FontSheet()), readerFeature))
  app.send(.sizeTapped(18), to: Reader.at.fonts) { $0.settings.fontSize = 18 }
  app.finish()
}

@Test func aScreenIsTestedWithItsOwnSettings() {
  let test = StepTest(
    ArticleScreenFeature(), model: ArticleScreen(text: "", settings: ReaderSettings()))
  test.send(ArticleScreenMessage.largerTapped) { $0.settings.fontSize = 13 }
}
