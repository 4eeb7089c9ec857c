import KatanaRuntime
import KatanaTesting
import Testing

/// Elements of a collection that is no array.
@Suite struct OwnCollectionTests {
  struct Song: Model, Equatable, Identifiable {
    typealias Receives = SongMessage
    var id: String
    var plays = 0
  }

  /// Songs that cannot remove themselves.
  struct Library: MutableCollection, Equatable, Sendable {
    private var songs: [Song]

    init(_ count: Int) { songs = (0..<count).map { Song(id: "song \($0)") } }

    mutating func removeFirst() { songs.removeFirst() }

    var startIndex: Int { 0 }
    var endIndex: Int { songs.count }
    func index(after index: Int) -> Int { index + 1 }

    subscript(index: Int) -> Song {
      get { songs[index] }
      set { songs[index] = newValue }
    }
  }

  struct Player: Model, Equatable { var library = Library(10) }

  enum SongMessage: Message { case playTapped, finished }
  struct Play: Command, Equatable { var reply = Reply { SongMessage.finished } }
  struct FirstRemoved: Message {}

  struct SongUpdater: TypedUpdater {
    func update(model: inout Song, message: SongMessage) -> [any Command] {
      model.plays += 1
      return message == .playTapped ? [Play()] : []
    }
  }

  struct PlayerUpdater: TypedUpdater {
    func update(model: inout Player, message: FirstRemoved) -> [any Command] {
      model.library.removeFirst()
      return []
    }
  }

  let updater = CombinedUpdater<Player>([.each(\.library, SongUpdater()), .full(PlayerUpdater())])

  @Test func whatAnElementAskedForComesBackToItWhereverItStandsByThen() {
    let app = AppTest(Program(model: Player(), updater))
    app.send(
      SongMessage.playTapped.to(Player.at.library["song 7"]),
      commands: [Play().in(Player.at.library["song 7"])]
    ) { $0.library[7].plays = 1 }
    app.send(FirstRemoved()) { $0.library.removeFirst() }
    app.answer(\Play.reply, with: ()) { $0.library[6].plays = 2 }
  }

  @Test func whatIsForARemovedElementReachesNobody() {
    let app = AppTest(Program(model: Player(), updater))
    app.send(
      SongMessage.playTapped.to(Player.at.library["song 0"]),
      commands: [Play().in(Player.at.library["song 0"])]
    ) { $0.library[0].plays = 1 }
    app.send(FirstRemoved()) { $0.library.removeFirst() }
    app.answer(\Play.reply, with: (), expectingNoReceiver: true)
    StepTest(updater, model: app.model).send(
      SongMessage.playTapped.to(Player.at.library["song 0"]), expectingNoReceiver: true)
  }

  /// Songs that can remove themselves.
  struct Playlist: MutableCollection, RangeReplaceableCollection, Equatable, Sendable {
    private var songs: [Song] = []

    init() {}

    var startIndex: Int { 0 }
    var endIndex: Int { songs.count }
    func index(after index: Int) -> Int { index + 1 }

    subscript(index: Int) -> Song {
      get { songs[index] }
      set { songs[index] = newValue }
    }

    mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Song>) {
      songs.replaceSubrange(range, with: new)
    }
  }

  struct Queue: Model, Equatable { var songs = Playlist([Song(id: "a"), Song(id: "b")]) }

  @Test func anElementOfACollectionThatCanRemoveElementsDismissesItself() {
    let updater = CombinedUpdater<Queue>([
      .each(
        \.songs,
        TypedFunctionUpdater { (_: inout Song, message: SongMessage) in
          message == .finished ? [Dismiss()] : []
        })
    ])
    let app = AppTest(Program(model: Queue(), updater))
    app.send(
      .finished, to: Queue.at.songs["a"], commands: [Dismiss().in(Queue.at.songs["a"])]
    ) { $0.songs = Playlist([Song(id: "b")]) }
    app.finish()
  }

  /// The indices of a slice do not begin at 0.
  @Test func theElementsOfAnArraySliceAreFound() {
    struct App: Model, Equatable { var songs: ArraySlice<Song> }
    let app = CombinedUpdater<App>([
      .each(
        \.songs,
        TypedFunctionUpdater { (song: inout Song, _: SongMessage) in
          song.plays += 1
          return []
        })
    ])
    let songs = (0..<4).map { Song(id: String($0)) }
    let test = StepTest(app, model: App(songs: songs.dropFirst(2)))
    for id in ["2", "3", "2"] {
      test.send(.playTapped, to: App.at.songs[id], exhaustive: [])
    }
    #expect(test.model.songs.map(\.plays) == [2, 1])
  }
}
