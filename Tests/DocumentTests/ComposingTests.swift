import Katana
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

// The code of Docs/composing-updaters-and-scopes.md, in its order.

struct MusicApp: Model, Equatable {
  var player = Player()
  var songs: [Song] = []  // identified by an Int
  var editor: Editor?
  var album: Album?  // identified by a String
  var page = Page.home
  var decks: [Deck] = []
  var isLoggedIn = true
}

struct Player: Model, Equatable { var volume = 5 }
struct Song: Model, Equatable, Identifiable {
  let id: Int
  var plays = 0
  var lyrics = ""
}
struct Editor: Model, Equatable { var text = "" }
struct Album: Model, Equatable, Identifiable {
  let id: String
  var cover = ""
}
struct Deck: Model, Equatable { var isSpinning = false }

enum Page: Sendable, Equatable {
  case home
  case search(SearchPage)

  static let searchCase = EnumCase("search", Page.search) {
    if case .search(let it) = $0 { it } else { nil }
  }
}
struct SearchPage: Model, Equatable { var term = "" }

enum PlayerMessage: Message { case louder, deckTapped }
enum SongMessage: Message, Equatable { case playTapped, deleteTapped, lyricsLoaded(String) }
enum EditorMessage: Message { case textChanged(String) }
enum AlbumMessage: Message { case opened, coverLoaded(String) }
enum SearchMessage: Message { case termChanged(String) }

struct LoadLyrics: Command, Equatable { var song: Int }
struct LoadCover: Command, Equatable { var album: String }
struct PlaySound: Command, Equatable {}

struct PlayerUpdater: TypedUpdater {
  func update(model: inout Player, message: PlayerMessage) -> [any Command] {
    if case .louder = message { model.volume += 1 }
    return []
  }
}

struct SongUpdater: TypedUpdater {
  func update(model: inout Song, message: SongMessage) -> [any Command] {
    switch message {
    case .playTapped:
      model.plays += 1
      return [LoadLyrics(song: model.id)]
    case .lyricsLoaded(let lyrics): model.lyrics = lyrics
    case .deleteTapped: break
    }
    return []
  }
}

struct EditorUpdater: TypedUpdater {
  func update(model: inout Editor, message: EditorMessage) -> [any Command] {
    if case .textChanged(let text) = message { model.text = text }
    return []
  }
}

struct AlbumUpdater: TypedUpdater {
  func update(model: inout Album, message: AlbumMessage) -> [any Command] {
    switch message {
    case .opened: return [LoadCover(album: model.id)]
    case .coverLoaded(let cover): model.cover = cover
    }
    return []
  }
}

struct SearchUpdater: TypedUpdater {
  func update(model: inout SearchPage, message: SearchMessage) -> [any Command] {
    if case .termChanged(let term) = message { model.term = term }
    return []
  }
}

struct DeckUpdater: TypedUpdater {
  func update(model: inout Deck, message: PlayerMessage) -> [any Command] {
    if case .deckTapped = message { model.isSpinning.toggle() }
    return [PlaySound()]
  }
}

let musicUpdater = CombinedUpdater<MusicApp>([
  .full(SessionUpdater()),
  .slice(\.player, PlayerUpdater()),
  .slice(named: "first deck", of: Deck.self, DeckUpdater()) { model, change in
    if !model.decks.isEmpty { change(&model.decks[0]) }
  },
  .optional(\.editor, EditorUpdater()),
  .optional(\.album, AlbumUpdater()),
  .case(\.page, Page.searchCase, SearchUpdater()),
  .each(\.songs, SongUpdater()),
  .full(SongDeletion()),
])

struct SessionExpired: GlobalMessage {}

struct SessionUpdater: TypedUpdater {
  func update(model: inout MusicApp, message: SessionExpired) -> [any Command] {
    model.isLoggedIn = false
    model.editor = nil
    return []
  }
}

struct SongDeletion: TypedUpdater {
  func update(model: inout MusicApp, message: ScopedMessage) -> [any Command] {
    if let (id, song) = message.from(\MusicApp.songs, SongMessage.self), song == .deleteTapped {
      model.songs.removeAll { $0.id == id }
    }
    return []
  }
}

@Test func aSongHearsOnlyWhatIsAddressedToIt() {
  let app = MusicApp(songs: [Song(id: 1), Song(id: 2)])
  let played = SongMessage.playTapped.in(\MusicApp.songs, id: 2)

  let (model, commands) = musicUpdater.update(model: app, message: played)
  #expect(model.songs.map(\.plays) == [0, 1])
  #expect(difference(commands, [LoadLyrics(song: 2).in(\MusicApp.songs, id: 2)]) == nil)

  let (same, _) = musicUpdater.update(model: app, message: SongMessage.playTapped)
  #expect(same == app)
}

@Test func messagesAreAddressedFromTheInsideOut() {
  struct Window: Model, Equatable { var music = MusicApp() }
  let updater = CombinedUpdater<Window>([.slice(\.music, musicUpdater)])
  let window = Window(music: MusicApp(songs: [Song(id: 7)], page: .search(SearchPage())))

  let played = SongMessage.playTapped.in(\MusicApp.songs, id: 7).in(\Window.music)
  #expect(updater.update(model: window, message: played).0.music.songs[0].plays == 1)

  let typed = SearchMessage.termChanged("jazz").in(\MusicApp.page, case: "search")
    .in(\Window.music)
  let (model, _) = updater.update(model: window, message: typed)
  #expect(model.music.page == .search(SearchPage(term: "jazz")))
}

@Test func anAnswerComesBackToTheSongThatAsked() throws {
  let pending = PendingLyrics()
  let runtime = try Runtime(
    model: MusicApp(songs: [Song(id: 1), Song(id: 2)]), updater: musicUpdater,
    interpreters: [.command(pending)])
  runtime.start()
  runtime.dispatch(SongMessage.playTapped.in(\MusicApp.songs, id: 2))
  runtime.dispatch(SongMessage.deleteTapped.in(\MusicApp.songs, id: 1))

  pending.answer(SongMessage.lyricsLoaded("la la"))
  #expect(runtime.model.songs == [Song(id: 2, plays: 1, lyrics: "la la")])

  runtime.dispatch(SongMessage.deleteTapped.in(\MusicApp.songs, id: 2))
  pending.answer(SongMessage.lyricsLoaded("too late"))
  #expect(runtime.statistics.gone == 1)
  runtime.requestShutdown()
}

final class PendingLyrics: CommandInterpreter {
  private let asked = Mutex<Dispatcher?>(nil)

  func interpret(_ command: LoadLyrics, dispatch: Dispatcher) {
    asked.withLock { $0 = dispatch }
  }

  func answer(_ message: any Message) { asked.withLock { $0 }?(message) }
}

struct Duel: Model, Equatable {
  var left = Song(id: 1)
  var right = Song(id: 2)
}

enum DuelMessage: Message { case left(SongMessage), right(SongMessage) }

struct DuelUpdater: TypedUpdater {
  func update(model: inout Duel, message: DuelMessage) -> [any Command] {
    switch message {
    case .left(let message):
      SongUpdater().update(model: &model.left, message: message).map { $0.map(DuelMessage.left) }
    case .right(let message):
      SongUpdater().update(model: &model.right, message: message).map { $0.map(DuelMessage.right) }
    }
  }
}

// What the guide says beside its code.

@Test func aSliceHearsBareMessagesInTheOrderOfTheParts() {
  let app = MusicApp(decks: [Deck(), Deck()])
  let (model, commands) = musicUpdater.update(model: app, message: PlayerMessage.deckTapped)
  #expect(model.decks.map(\.isSpinning) == [true, false])
  #expect(difference(commands, [PlaySound()]) == nil)
  let addressed = PlayerMessage.deckTapped.in(named: "first deck")
  #expect(musicUpdater.update(model: app, message: addressed).0 == model)
  #expect(musicUpdater.update(model: app, message: PlayerMessage.louder).0.player.volume == 6)
  let none = MusicApp()
  let (same, nothing) = musicUpdater.update(model: none, message: PlayerMessage.deckTapped)
  #expect(same == none)
  #expect(nothing.isEmpty)
}

@Test func anOptionalChildAndACaseRunOnlyWhileTheyAreThere() {
  let typed = EditorMessage.textChanged("x")
  #expect(musicUpdater.update(model: MusicApp(), message: typed).0 == MusicApp())
  let editing = MusicApp(editor: Editor())
  let addressed = typed.in(\MusicApp.editor)
  #expect(musicUpdater.update(model: editing, message: typed).0.editor == Editor(text: "x"))
  #expect(musicUpdater.update(model: editing, message: addressed).0.editor == Editor(text: "x"))
  let search = SearchMessage.termChanged("jazz")
  #expect(musicUpdater.update(model: editing, message: search).0 == editing)
}

@Test func aListenerHearsWhatARowGotAndRunsInItsPlace() {
  let app = MusicApp(songs: [Song(id: 1), Song(id: 2)])
  let (model, _) = musicUpdater.update(
    model: app, message: SongMessage.deleteTapped.in(\MusicApp.songs, id: 1))
  #expect(model.songs.map(\.id) == [2])
}

@Test func aGlobalMessageLeavesItsScope() throws {
  let pending = PendingLyrics()
  let runtime = try Runtime(
    model: MusicApp(songs: [Song(id: 1)], editor: Editor()), updater: musicUpdater,
    interpreters: [.command(pending)])
  runtime.start()
  runtime.dispatch(SongMessage.playTapped.in(\MusicApp.songs, id: 1))
  runtime.dispatch(SongMessage.deleteTapped.in(\MusicApp.songs, id: 1))
  pending.answer(SessionExpired())
  #expect(!runtime.model.isLoggedIn)
  #expect(runtime.model.editor == nil)
  #expect(runtime.statistics.gone == 0)
  runtime.requestShutdown()
}

@Test func anAlbumThatReplacesAnotherDoesNotGetItsAnswer() throws {
  final class Covers: CommandInterpreter {
    let asked = Mutex<Dispatcher?>(nil)
    func interpret(_ command: LoadCover, dispatch: Dispatcher) { asked.withLock { $0 = dispatch } }
  }
  struct Swap: Message {}
  let covers = Covers()
  let swap = FunctionUpdater<MusicApp> { (model: consuming MusicApp, message) in
    if message is Swap { model.album = Album(id: "b") }
    return (model, [])
  }
  let runtime = try Runtime(
    model: MusicApp(album: Album(id: "a")),
    updater: CombinedUpdater([.full(swap), .full(musicUpdater)]),
    interpreters: [.command(covers)])
  runtime.start()
  runtime.dispatch(AlbumMessage.opened)
  runtime.dispatch(Swap())
  covers.asked.withLock { $0 }?(AlbumMessage.coverLoaded("cover of a"))
  #expect(runtime.model.album == Album(id: "b"))
  #expect(runtime.statistics.gone == 1)
  runtime.requestShutdown()
}

@Test func aParentThatRoutesByHandGetsItsOwnMessages() throws {
  let pending = PendingLyrics()
  let runtime = try Runtime(
    model: Duel(), updater: DuelUpdater(), interpreters: [.command(pending)])
  runtime.start()
  runtime.dispatch(DuelMessage.right(.playTapped))
  pending.answer(SongMessage.lyricsLoaded("la"))
  #expect(runtime.model == Duel(right: Song(id: 2, plays: 1, lyrics: "la")))
  runtime.requestShutdown()
}
