import KatanaRuntime
import KatanaTesting
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
  var isOpen = false
}
struct Deck: Model, Equatable {
  typealias Receives = PlayerMessage
  var isSpinning = false
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
struct SearchPage: Model, Equatable {
  typealias Receives = SearchMessage
  var term = ""
}

enum PlayerMessage: Message { case louder, deckTapped }
enum SongMessage: Message, Equatable { case playTapped, deleteTapped, lyricsLoaded(String) }
enum EditorMessage: Message { case textChanged(String), closeTapped }
enum AlbumMessage: Message { case opened }
enum SearchMessage: Message, Equatable { case termChanged(String), closeTapped }

struct LoadLyrics: Command, Equatable { var song: Int }
struct PlaySound: Command, Equatable {}
struct SaveText: Command, Equatable { var text: String }
struct FindSongs: Command, Equatable { var term: String }

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
    switch message {
    case .textChanged(let text):
      model.text = text
      return []
    case .closeTapped: return [SaveText(text: model.text), Dismiss()]
    }
  }
}

struct AlbumUpdater: TypedUpdater {
  func update(model: inout Album, message: AlbumMessage) -> [any Command] {
    model.isOpen = true
    return []
  }
}

struct SearchUpdater: TypedUpdater {
  func update(model: inout SearchPage, message: SearchMessage) -> [any Command] {
    guard case .termChanged(let term) = message else { return [] }
    model.term = term
    return [FindSongs(term: term)]
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
  },
])

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
    model.isLoggedIn = false
    model.editor = nil
    return []
  }
}

enum PlaybackMessage: MessageTo {
  typealias Receiver = Song
  case ended
}

@Test func anEditorSavesAndClosesItself() {
  let app = AppTest(
    Program(model: Window(music: MusicApp(editor: Editor(text: "la"))), windowUpdater),
    ignoringPending: [SaveText.self])
  let editor = Window.at.music.editor
  app.send(
    .closeTapped, to: editor, commands: [SaveText(text: "la").in(editor), Dismiss().in(editor)]
  ) {
    $0.music.editor = nil
    $0.editorsClosed = 1
  }
  #expect(difference(app.pending, [SaveText(text: "la").in(editor)]) == nil)
}

@Test func aSearchIsCancelledWithItsPage() {
  let search = MusicApp.at.page[case: Page.searchCase]
  let app = AppTest(Program(model: MusicApp(page: .search(SearchPage())), musicUpdater))
  app.send(.termChanged("jazz"), to: search, commands: [FindSongs(term: "jazz").in(search)]) {
    $0.page = .search(SearchPage(term: "jazz"))
  }
  app.send(.closeTapped, to: search) { $0.page = .home }
  #expect(app.pending.isEmpty)
}

struct Library: Model { var songs: IdentifiedArray<Song> = [Song(id: 7)] }

@Test func aViewHoldsTheRuntimeOfItsSong() throws {
  let app = try Runtime(
    Program(model: Library(), CombinedUpdater<Library>([.each(\.songs, SongUpdater())])))
  app.start()
  let song = app[Library.at.songs[7]]
  song.dispatch(.lyricsLoaded("la la"))
  #expect(song.model?.lyrics == "la la")
}

struct SaveVolume: Command, Equatable { var volume: Int }
struct Count: Command, Equatable { var event: String }

let modifiedUpdater =
  musicUpdater
  .onChange(of: \.player.volume) { model, old in [SaveVolume(volume: model.player.volume)] }
  .logged { incoming in [Count(event: "\(type(of: incoming.message)) \(incoming.address.shape)")] }
  .modified { model, incoming, next in
    guard model.isLoggedIn else { return [] }
    return next(&model)
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

struct Studio: Model, Equatable { var lyrics = Undoable(Editor()) }

let studioUpdater = CombinedUpdater<Studio>([
  .slice(\.lyrics, EditorUpdater().undoable(limit: 100) { $0 is EditorMessage })
])

@Test func typingCanBeUndone() throws {
  let runtime = try Runtime(Program(model: Studio(), studioUpdater))
  runtime.start()
  runtime.dispatch(.textChanged("la"), to: Studio.at.lyrics.present)
  runtime.dispatch(.textChanged("la la"), to: Studio.at.lyrics.present)
  runtime.dispatch(.undo, to: Studio.at.lyrics)
  #expect(runtime.model.lyrics.present == Editor(text: "la"))
  #expect(runtime.model.lyrics.canRedo)
  runtime.dispatch(.redo, to: Studio.at.lyrics)
  #expect(runtime.model.lyrics.present == Editor(text: "la la"))
}

@Test func aRecordedMessageThatChangesNothingIsAStep() {
  let test = StepTest(studioUpdater, model: Studio())
  test.send(.textChanged(""), to: Studio.at.lyrics.present) { $0.lyrics.past = [Editor()] }
  #expect(test.model.lyrics.canUndo)
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

@Test func theGuideQuotesTheIssueOfAMessageWithoutItsAddress() throws {
  let recorder = IssueRecorder()
  let runtime = try Runtime(
    Program(model: MusicApp(songs: [Song(id: 1)]), musicUpdater),
    options: RuntimeOptions(issues: recorder.handler))
  runtime.start()
  runtime.dispatch(SongMessage.playTapped, file: "MusicApp/SongView.swift", line: 12)
  #expect(recorder.kinds == [.messageNotTaken])
  #expect(try guide("composing-updaters-and-scopes").contains(#require(recorder.issues.first).text))
  #expect(runtime.model.songs == [Song(id: 1)])
}

@Test func theGuideQuotesTheIssuesOfAddressesThatNoPartHas() throws {
  struct Go: Message {}
  let recorder = IssueRecorder()
  let updater = TypedFunctionUpdater { (model: inout MusicApp, message: Go) in
    [Send(Go()).in(MusicApp.at.album)]
  }
  let runtime = try Runtime(
    Program(model: MusicApp(album: Album(id: "a")), updater),
    options: RuntimeOptions(issues: recorder.handler))
  runtime.start()
  runtime.dispatch(.opened, to: MusicApp.at.album)
  runtime.dispatch(Go())
  #expect(recorder.kinds.contains(.messageNotTaken))
  #expect(recorder.kinds.contains(.unknownAddress))
  let guide = try guide("composing-updaters-and-scopes")
  for issue in recorder.issues.prefix(2) { #expect(guide.quotes(issue.text), "\(issue.text)") }
}

@Test func anAncestorListensToDescendantsAtAnyDepth() {
  let test = StepTest(windowUpdater, model: Window(music: MusicApp(songs: [Song(id: 1)])))
  let song = Window.at.music.songs[1]
  test.send(
    .playTapped, to: song,
    commands: [LoadLyrics(song: 1).in(song), Count(event: "played").in(song)]
  ) {
    $0.music.songs[0].plays = 1
    $0.plays = 1
  }
}

@Test func aSliceHearsBareMessagesInTheOrderOfTheParts() {
  let app = MusicApp(decks: [Deck(), Deck()])
  let (model, commands) = musicUpdater.update(model: app, message: PlayerMessage.deckTapped)
  #expect(model.decks.map(\.isSpinning) == [true, false])
  #expect(difference(commands, [PlaySound()]) == nil)
  let addressed = PlayerMessage.deckTapped.to(MusicApp.at[part: MusicApp.firstDeck])
  #expect(musicUpdater.update(model: app, message: addressed).0 == model)
  #expect(musicUpdater.update(model: app, message: PlayerMessage.louder).0.player.volume == 6)
}

@Test func aListenerRunsAfterTheChildsOwnUpdate() {
  let app = MusicApp(songs: [Song(id: 1), Song(id: 2)])
  let (model, _) = musicUpdater.update(
    model: app, message: SongMessage.deleteTapped.to(MusicApp.at.songs[1]))
  #expect(model.songs.map(\.id) == [2])
}

@Test func theEndOfTheSessionClosesTheEditor() {
  let app = MusicApp(editor: Editor())
  let (model, _) = musicUpdater.update(model: app, message: SessionExpired())
  #expect(model == MusicApp(isLoggedIn: false))
}

@Test func aParentThatRoutesByHandGetsItsOwnMessages() throws {
  let runtime = try Runtime(
    Program(model: Duel(), DuelUpdater()),
    interpreters: [
      .command(LoadLyrics.self) { _, dispatch in dispatch(SongMessage.lyricsLoaded("la")) }
    ])
  runtime.start()
  runtime.dispatch(DuelMessage.right(.playTapped))
  #expect(runtime.model == Duel(right: Song(id: 2, plays: 1, lyrics: "la")))
}
