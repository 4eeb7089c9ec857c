import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/composing-updaters-and-scopes.md and of Docs/modifiers-and-recursion.md.

struct MusicApp: Model, Equatable {
  var player = Player()
  var songs: [Song] = []  // identified by an Int
  var editor: Editor?
  var album: Album?  // identified by a String
  var page = Page.home
  var decks: [Deck] = []
  var isLoggedIn = true
}

struct Player: Model, Equatable {
  typealias Receives = PlayerMessage
  var volume = 5
}
struct Song: Model, Equatable, Identifiable {
  typealias Receives = SongMessage

  let id: Int
  var plays = 0
  var lyrics = ""
}
struct Editor: Model, Equatable {
  typealias Receives = EditorMessage
  var text = ""
}
struct Album: Model, Equatable, Identifiable {
  typealias Receives = AlbumMessage
  let id: String
}
struct Deck: Model, Equatable {
  typealias Receives = PlayerMessage
  var isSpinning = false
}
struct SearchPage: Model, Equatable {
  typealias Receives = SearchMessage
  var term = ""
}

extension MusicApp {
  static let firstDeck = ClosurePart<MusicApp, Deck>("first deck") { model, change in
    if !model.decks.isEmpty { change(&model.decks[0]) }
  }
}

enum Page: Sendable, Equatable {
  case home
  case search(SearchPage)

  static let searchCase = EnumCase("search", Page.search) {
    if case .search(let it) = $0 { it } else { nil }
  }
}

enum PlayerMessage: Message { case louder }
enum SongMessage: Message, Equatable { case playTapped, deleteTapped, lyricsLoaded(String) }
enum EditorMessage: Message { case closeTapped }
enum AlbumMessage: Message { case opened }
enum SearchMessage: Message, Equatable { case closeTapped }

struct LoadLyrics: Command, Equatable { var song: Int }
struct SaveText: Command, Equatable { var text: String }
struct SaveVolume: Command, Equatable { var volume: Int }
struct Count: Command, Equatable { var event: String }

struct PlayerUpdater: TypedUpdater {
  func update(model: inout Player, message: PlayerMessage) -> [any Command] {
    model.volume += 1
    return []
  }
}

struct SongUpdater: TypedUpdater {
  func update(model: inout Song, message: SongMessage) -> [any Command] {
    if case .lyricsLoaded(let lyrics) = message { model.lyrics = lyrics }
    guard message == .playTapped else { return [] }
    model.plays += 1
    return [LoadLyrics(song: model.id)]
  }
}

struct EditorUpdater: TypedUpdater {
  func update(model: inout Editor, message: EditorMessage) -> [any Command] {
    [SaveText(text: model.text), Dismiss()]
  }
}

/// What the pages say nothing about.
struct SilentUpdater<Part: Model>: TypedUpdater {
  func update(model: inout Part, message: Part.Receives) -> [any Command] { [] }
}
typealias AlbumUpdater = SilentUpdater<Album>
typealias DeckUpdater = SilentUpdater<Deck>
typealias SearchUpdater = SilentUpdater<SearchPage>

let musicUpdater = SessionUpdater().with(
  .slice(\.player, PlayerUpdater()),
  .slice(MusicApp.firstDeck, DeckUpdater()),
  .optional(\.editor, EditorUpdater()),
  .optional(\.album, AlbumUpdater()),
  .case(\.page, Page.searchCase, SearchUpdater(), onLeave: .cancel) { model, message in
    if message == .closeTapped { model.page = .home }
    return []
  },
  .each(\.songs, SongUpdater()) { model, id, message in
    if message == .deleteTapped { model.songs.removeAll { $0.id == id } }
    return []
  })

struct Window: Model, Equatable {
  var music = MusicApp()
  var plays = 0
  var editorsClosed = 0
}

let windowUpdater = CombinedUpdater<Window>([
  .slice(\.music, musicUpdater),
  .listen(any: Song.self) { model, song, message in
    guard message == .playTapped else { return [] }
    model.plays += 1
    return [Count(event: "played").in(song)]
  },
  .listen(to: Window.at.music.editor, Dismissed.self) { model, _, _ in
    model.editorsClosed += 1
    return []
  },
])

struct SessionExpired: GlobalMessage {}

struct SessionUpdater: TypedUpdater {
  func update(model: inout MusicApp, message: SessionExpired) -> [any Command] {
    (model.isLoggedIn, model.editor) = (false, nil)
    return []
  }
}

enum PlaybackMessage: MessageTo {
  typealias Receiver = Song
  case ended
}

let modifiedUpdater =
  musicUpdater
  .onChange(of: \.player.volume) { model, old in [SaveVolume(volume: model.player.volume)] }
  .logged { incoming in [Count(event: "\(type(of: incoming.message)) \(incoming.address.shape)")] }
  .modified { model, incoming, next in
    guard model.isLoggedIn else { return [] }
    return next(&model)
  }

@Test func theWindowListensToItsSongsAndItsEditor() {
  let music = MusicApp(songs: [Song(id: 1)], editor: Editor(text: "la"))
  let app = AppTest(
    Program(model: Window(music: music), windowUpdater),
    ignoringPending: [LoadLyrics.self, Count.self, SaveText.self])
  let (song, editor) = (Window.at.music.songs[1], Window.at.music.editor)
  app.send(
    .playTapped, to: song,
    commands: [LoadLyrics(song: 1).in(song), Count(event: "played").in(song)]
  ) { ($0.music.songs[0].plays, $0.plays) = (1, 1) }
  app.send(
    .closeTapped, to: editor, commands: [SaveText(text: "la").in(editor), Dismiss().in(editor)]
  ) { ($0.music.editor, $0.editorsClosed) = (nil, 1) }
}

@Test func modifiersWrapAFeatureAndItsChildren() {
  let test = StepTest(modifiedUpdater, model: MusicApp(songs: [Song(id: 1)]))
  test.send(
    PlayerMessage.louder, commands: [Count(event: "PlayerMessage "), SaveVolume(volume: 6)]
  ) { $0.player.volume = 6 }
  let song = MusicApp.at.songs[1]
  test.send(
    .playTapped, to: song,
    commands: [Count(event: "SongMessage MusicApp.at.songs[…]"), LoadLyrics(song: 1).in(song)]
  ) { $0.songs[0].plays = 1 }
  test.model.isLoggedIn = false
  test.send(.playTapped, to: song)
}

@Test func aRuntimeReadsASongByItsAddress() throws {
  let app = try Runtime(Program(model: MusicApp(songs: [Song(id: 7)]), musicUpdater))
  app.start()
  app.dispatch(.lyricsLoaded("la la"), to: MusicApp.at.songs[7])
  #expect(app[MusicApp.at.songs[7]]?.lyrics == "la la")
}
