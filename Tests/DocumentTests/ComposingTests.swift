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
  var cover = ""
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
enum AlbumMessage: Message { case opened, coverLoaded(String) }
enum SearchMessage: Message, Equatable { case termChanged(String), closeTapped }

struct LoadLyrics: Command, Equatable { var song: Int }
struct LoadCover: Command, Equatable { var album: String }
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
    switch message {
    case .opened: return [LoadCover(album: model.id)]
    case .coverLoaded(let cover): model.cover = cover
    }
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

@Test func aSongReceivesOnlyWhatIsAddressedToIt() {
  let app = MusicApp(songs: [Song(id: 1), Song(id: 2)])
  let played = SongMessage.playTapped.to(MusicApp.at.songs[2])

  let (model, commands) = musicUpdater.update(model: app, message: played)
  #expect(model.songs.map(\.plays) == [0, 1])
  #expect(difference(commands, [LoadLyrics(song: 2).in(MusicApp.at.songs[2])]) == nil)

  let (same, _) = musicUpdater.update(model: app, message: SongMessage.playTapped)
  #expect(same == app)
}

@Test func addressesReadFromTheOutsideIn() {
  let window = Window(music: MusicApp(songs: [Song(id: 7)], page: .search(SearchPage())))

  let played = SongMessage.playTapped.to(Window.at.music.songs[7])
  #expect(windowUpdater.update(model: window, message: played).0.music.songs[0].plays == 1)

  let typed = SearchMessage.termChanged("jazz").to(Window.at.music.page[case: Page.searchCase])
  let (model, _) = windowUpdater.update(model: window, message: typed)
  #expect(model.music.page == .search(SearchPage(term: "jazz")))
}

@Test func anAnswerComesBackToTheSongThatAsked() throws {
  let pending = PendingLyrics()
  let runtime = try Runtime(
    Program(model: MusicApp(songs: [Song(id: 1), Song(id: 2)]), musicUpdater),
    interpreters: [.command(pending)])
  runtime.start()
  runtime.dispatch(.playTapped, to: MusicApp.at.songs[2])
  runtime.dispatch(.deleteTapped, to: MusicApp.at.songs[1])

  pending.answer(SongMessage.lyricsLoaded("la la"))
  #expect(runtime.model.songs == [Song(id: 2, plays: 1, lyrics: "la la")])

  runtime.dispatch(.deleteTapped, to: MusicApp.at.songs[2])
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

enum PlaybackMessage: MessageTo {
  typealias Receiver = Song
  case ended
}

struct PlaybackUpdater: TypedUpdater {
  func update(model: inout Song, message: PlaybackMessage) -> [any Command] {
    model.plays += 1
    return []
  }
}

let playableSong = CombinedUpdater<Song>([.full(SongUpdater()), .full(PlaybackUpdater())])

@Test func aChildTakesMessagesOfAFurtherType() throws {
  let player = CombinedUpdater<MusicApp>([.each(\.songs, playableSong)])
  let runtime = try Runtime(Program(model: MusicApp(songs: [Song(id: 1), Song(id: 2)]), player))
  runtime.start()
  runtime.dispatch(PlaybackMessage.ended, to: MusicApp.at.songs[2])
  #expect(runtime.model.songs.map(\.plays) == [0, 1])
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

struct Notice: Model, Equatable {
  typealias Receives = NoticeMessage

  var number: Int
  var text: String
}

enum NoticeMessage: Message { case shown }

struct NoticeUpdater: TypedUpdater {
  func update(model: inout Notice, message: NoticeMessage) -> [any Command] {
    [Dismiss().delayed(by: .seconds(3))]
  }
}

struct Noticeboard: Model, Equatable { var notice: Notice? }

struct NoticePosted: Message { var text: String }

let noticeboardUpdater = CombinedUpdater<Noticeboard>([
  .full(
    TypedFunctionUpdater { (model: inout Noticeboard, message: NoticePosted) in
      model.notice = Notice(number: (model.notice?.number ?? 0) + 1, text: message.text)
      return [Send(NoticeMessage.shown.to(Noticeboard.at.notice))]
    }),
  .optional(\.notice, id: \.number, NoticeUpdater()),
])

@Test func aNewNoticeOutlivesTheTimeOfTheOldOne() throws {
  let clock = ManualClock()
  let runtime = try Runtime(
    Program(model: Noticeboard(), noticeboardUpdater), options: RuntimeOptions(clock: clock))
  runtime.start()
  runtime.dispatch(NoticePosted(text: "a"))
  clock.advance(by: .seconds(2))
  runtime.dispatch(NoticePosted(text: "b"))
  clock.advance(by: .seconds(2))
  #expect(runtime.model.notice == Notice(number: 2, text: "b"))
  clock.advance(by: .seconds(1))
  #expect(runtime.model.notice == nil)
}

// A stack of screens.

struct Browser: Model, Equatable {
  var path: [Screen] = []
  var nextID = 1
}

enum Screen: Model, Equatable, Identifiable {
  case songs(SongList)
  case lyrics(LyricsPage)

  var id: Int {
    switch self {
    case .songs(let it): it.id
    case .lyrics(let it): it.id
    }
  }

  static let songsCase = EnumCase("songs", Screen.songs) {
    if case .songs(let it) = $0 { it } else { nil }
  }
  static let lyricsCase = EnumCase("lyrics", Screen.lyrics) {
    if case .lyrics(let it) = $0 { it } else { nil }
  }
}

struct SongList: Model, Equatable {
  typealias Receives = SongListMessage
  let id: Int
}
struct LyricsPage: Model, Equatable {
  typealias Receives = LyricsMessage
  let id: Int
  var text = ""
}

enum SongListMessage: Message, Equatable { case songTapped(Song.ID) }
enum LyricsMessage: Message, Equatable { case loaded(String), doneTapped }

let songListUpdater = TypedFunctionUpdater { (model: inout SongList, message: SongListMessage) in
  []
}

let lyricsUpdater = TypedFunctionUpdater { (model: inout LyricsPage, message: LyricsMessage) in
  if case .loaded(let text) = message { model.text = text }
  return []
}

let screenFeature = CombinedUpdater<Screen>([
  .case(Screen.songsCase, songListUpdater),
  .case(Screen.lyricsCase, lyricsUpdater) { _, message in
    message == .doneTapped ? [Dismiss()] : []
  },
])

let browserFeature = CombinedUpdater<Browser>([
  .each(\.path, screenFeature, onLeave: .cancel),
  .listen(any: SongList.self) { model, _, message in
    guard case .songTapped(let song) = message else { return [] }
    let page = LyricsPage(id: model.nextID)
    model.nextID += 1
    model.path.append(.lyrics(page))
    return [LoadLyrics(song: song).in(Browser.at.path[page.id][case: Screen.lyricsCase])]
  },
])

@Test func aScreenIsLoadedByItsParentAndPopsItself() {
  let app = AppTest(
    Program(model: Browser(path: [.songs(SongList(id: 0))]), browserFeature))
  let songs = Browser.at.path[0][case: Screen.songsCase]
  let lyrics = Browser.at.path[1][case: Screen.lyricsCase]
  app.send(.songTapped(7), to: songs, commands: [LoadLyrics(song: 7).in(lyrics)]) {
    $0 = Browser(path: [.songs(SongList(id: 0)), .lyrics(LyricsPage(id: 1))], nextID: 2)
  }
  app.send(.doneTapped, to: lyrics, commands: [Dismiss().in(Browser.at.path[1])]) {
    $0.path.removeLast()
  }
  #expect(app.pending.isEmpty)
}

struct Library: Model, Equatable {
  var songs: IdentifiedArray<Song> = []
}

enum LibraryMessage: Message { case added(Song), removed(Song.ID) }

struct LibraryUpdater: TypedUpdater {
  func update(model: inout Library, message: LibraryMessage) -> [any Command] {
    switch message {
    case .added(let song): model.songs.append(song)
    case .removed(let id): model.songs.remove(id: id)
    }
    return []
  }
}

let libraryUpdater = CombinedUpdater<Library>([
  .full(LibraryUpdater()),
  .each(\.songs, SongUpdater()),
])

@Test func anIdentifiedArrayFindsItsElements() {
  let test = StepTest(libraryUpdater, model: Library(songs: [Song(id: 7)]))
  test.send(LibraryMessage.added(Song(id: 8))) { $0.songs.append(Song(id: 8)) }
  test.send(
    .playTapped, to: Library.at.songs[8], commands: [LoadLyrics(song: 8).in(Library.at.songs[8])]
  ) { $0.songs[id: 8]?.plays = 1 }
  test.send(LibraryMessage.removed(7)) { $0.songs = [Song(id: 8, plays: 1)] }
  test.send(SongMessage.playTapped.to(Library.at.songs[7]), expectingNoReceiver: true)
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

@Test func aChangeThatIsNoStepGoesWithTheStateItChanged() {
  let feature = SongUpdater().undoable { ($0 as? SongMessage) == .playTapped }
  let test = StepTest(feature, model: Undoable(Song(id: 1)))
  let song = Undoable<Song>.at.present
  let played = Song(id: 1, plays: 1, lyrics: "la la")
  test.send(.playTapped, to: song, commands: [LoadLyrics(song: 1)]) {
    $0.past = [Song(id: 1)]
    $0.present.plays = 1
  }
  test.send(.lyricsLoaded("la la"), to: song) { $0.present = played }
  test.send(.undo) {
    $0 = Undoable(Song(id: 1))
    $0.future = [played]
  }
  test.send(.redo) {
    $0 = Undoable(played)
    $0.past = [Song(id: 1)]
  }
}

@Test func aRecordedMessageThatChangesNothingIsAStep() {
  let test = StepTest(studioUpdater, model: Studio())
  test.send(.textChanged(""), to: Studio.at.lyrics.present) { $0.lyrics.past = [Editor()] }
  #expect(test.model.lyrics.canUndo)
}

struct Folder: Model, Equatable, Identifiable {
  typealias Receives = FolderMessage

  let id: Int
  var isOpen = false
  var folders: [Folder] = []
}

enum FolderMessage: Message { case tapped }

struct FolderUpdater: TypedUpdater {
  func update(model: inout Folder, message: FolderMessage) -> [any Command] {
    model.isOpen.toggle()
    return []
  }
}

enum Folders {
  static let feature: CombinedUpdater<Folder> = CombinedUpdater([
    .full(FolderUpdater()),
    .each(\.folders, LazyFeature { feature }),
  ])
}

@Test func aFolderInAFolderHasAnAddress() {
  let root = Folder(id: 1, folders: [Folder(id: 2, folders: [Folder(id: 5)])])
  let test = StepTest(Folders.feature, model: root)
  test.send(.tapped, to: Folder.at.folders[2].folders[5]) {
    $0.folders[0].folders[0].isOpen = true
  }
}

@Test func aViewHoldsTheRuntimeOfItsSong() throws {
  let app = try Runtime(Program(model: Library(songs: [Song(id: 7)]), libraryUpdater))
  app.start()
  let song = app[Library.at.songs[7]]
  song.dispatch(.lyricsLoaded("la la"))
  #expect(song.model?.lyrics == "la la")
  app.dispatch(LibraryMessage.removed(7))
  #expect(song.model == nil)
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

@Test func anUpdaterOfAllMessagesSaysWhatItTakes() throws {
  let recorder = IssueRecorder()
  let silent = FunctionUpdater<MusicApp> { model, message in (model, []) }
  let all = FunctionUpdater<MusicApp>(takes: .all) { model, message in (model, []) }
  for updater in [silent, all] {
    let runtime = try Runtime(
      Program(model: MusicApp(), updater), options: RuntimeOptions(issues: recorder.handler))
    runtime.start()
    runtime.dispatch(SongMessage.playTapped)
  }
  #expect(recorder.kinds == [.messageNotTaken])
}

@Test func aGlobalMessageReachesNoChild() {
  struct Cleared: GlobalMessage {}
  let clear = CombinedUpdater<MusicApp>([
    .optional(
      \.editor,
      TypedFunctionUpdater { (model: inout Editor, message: Cleared) in
        model.text = ""
        return []
      })
  ])
  let app = MusicApp(editor: Editor(text: "x"))
  #expect(clear.update(model: app, message: Cleared()).0 == app)
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

@Test func aListenerHearsASliceWithoutAnAddress() {
  let updater = CombinedUpdater<Window>([
    .slice(\.music, CombinedUpdater<MusicApp>([.slice(\.player, PlayerUpdater())])),
    .listen(any: Player.self) { model, player, _ in [Count(event: "\(player)")] },
  ])
  let test = StepTest(updater, model: Window())
  test.send(PlayerMessage.louder, commands: [Count(event: "Window.at.music.player")]) {
    $0.music.player.volume = 6
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
  let none = MusicApp()
  let (same, nothing) = musicUpdater.update(model: none, message: PlayerMessage.deckTapped)
  #expect(same == none)
  #expect(nothing.isEmpty)
}

@Test func anOptionalChildAndACaseRunOnlyWhileTheyAreThere() {
  let typed = EditorMessage.textChanged("x").to(MusicApp.at.editor)
  #expect(musicUpdater.update(model: MusicApp(), message: typed).0 == MusicApp())
  let editing = MusicApp(editor: Editor())
  #expect(musicUpdater.update(model: editing, message: typed).0.editor == Editor(text: "x"))
  let bare = EditorMessage.textChanged("x")
  #expect(musicUpdater.update(model: editing, message: bare).0 == editing)
  let search = SearchMessage.termChanged("jazz").to(MusicApp.at.page[case: Page.searchCase])
  #expect(musicUpdater.update(model: editing, message: search).0 == editing)
}

@Test func aListenerRunsAfterTheChildsOwnUpdate() {
  let app = MusicApp(songs: [Song(id: 1), Song(id: 2)])
  let (model, _) = musicUpdater.update(
    model: app, message: SongMessage.deleteTapped.to(MusicApp.at.songs[1]))
  #expect(model.songs.map(\.id) == [2])
}

@Test func aGlobalMessageLeavesItsScope() throws {
  let pending = PendingLyrics()
  let runtime = try Runtime(
    Program(model: MusicApp(songs: [Song(id: 1)], editor: Editor()), musicUpdater),
    interpreters: [.command(pending)])
  runtime.start()
  runtime.dispatch(SongMessage.playTapped.to(MusicApp.at.songs[1]))
  runtime.dispatch(SongMessage.deleteTapped.to(MusicApp.at.songs[1]))
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
  let swap = TypedFunctionUpdater { (model: inout MusicApp, message: Swap) in
    model.album = Album(id: "b")
    return []
  }
  let runtime = try Runtime(
    Program(
      model: MusicApp(album: Album(id: "a")), CombinedUpdater([.full(swap), .full(musicUpdater)])),
    interpreters: [.command(covers)])
  runtime.start()
  runtime.dispatch(.opened, to: MusicApp.at.album)
  runtime.dispatch(Swap())
  covers.asked.withLock { $0 }?(AlbumMessage.coverLoaded("cover of a"))
  #expect(runtime.model.album == Album(id: "b"))
  #expect(runtime.statistics.gone == 1)
  runtime.requestShutdown()
}

@Test func aParentThatRoutesByHandGetsItsOwnMessages() throws {
  let pending = PendingLyrics()
  let runtime = try Runtime(
    Program(model: Duel(), DuelUpdater()), interpreters: [.command(pending)])
  runtime.start()
  runtime.dispatch(DuelMessage.right(.playTapped))
  pending.answer(SongMessage.lyricsLoaded("la"))
  #expect(runtime.model == Duel(right: Song(id: 2, plays: 1, lyrics: "la")))
  runtime.requestShutdown()
}
