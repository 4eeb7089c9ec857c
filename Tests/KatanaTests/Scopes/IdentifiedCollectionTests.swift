import KatanaRuntime
import KatanaTesting
import Testing

/// Elements of a collection that finds them at once.
@Suite struct IdentifiedCollectionTests {
  struct Song: Model, Equatable, Identifiable {
    typealias Receives = SongMessage
    var id: String
    var plays = 0
  }

  /// Songs with an index, which count how often one of them is read.
  struct Library: MutableCollection, IdentifiedCollection, Equatable, Sendable {
    private var songs: [Song]
    private var places: [String: Int] = [:]
    private let reads = Locked(0)

    init(_ count: Int) {
      songs = (0..<count).map { Song(id: "song \($0)") }
      index()
    }

    private mutating func index() {
      places = Dictionary(uniqueKeysWithValues: zip(songs.map(\.id), songs.indices))
    }

    mutating func removeFirst() {
      songs.removeFirst()
      index()
    }

    func countReads(_ body: () -> Void) -> Int {
      let before = reads.withLock { $0 }
      body()
      return reads.withLock { $0 } - before
    }

    var startIndex: Int { 0 }
    var endIndex: Int { songs.count }
    func index(after index: Int) -> Int { index + 1 }
    func index(ofID id: String) -> Int? { places[id] }

    subscript(index: Int) -> Song {
      get {
        reads.withLock { $0 += 1 }
        return songs[index]
      }
      set { songs[index] = newValue }
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.songs == rhs.songs }
  }

  struct Player: Model, Equatable { var library = Library(1_000) }

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

  @Test func noElementIsLookedAtOnTheWayToAnother() {
    var player = Player()
    let reads = player.library.countReads {
      let message = SongMessage.finished.to(Player.at.library["song 999"])
      let commands: [any Command] = updater.update(model: &player, message: message)
      #expect(commands.isEmpty)
    }
    #expect(player.library[999].plays == 1)
    #expect(reads < 5)
  }

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

  /// Songs with an index, from which elements can be removed.
  struct Playlist: MutableCollection, RangeReplaceableCollection, IdentifiedCollection, Equatable,
    Sendable
  {
    private var songs: [Song] = []
    private var places: [String: Int] = [:]

    init() {}

    var startIndex: Int { 0 }
    var endIndex: Int { songs.count }
    func index(after index: Int) -> Int { index + 1 }
    func index(ofID id: String) -> Int? { places[id] }

    subscript(index: Int) -> Song {
      get { songs[index] }
      set { songs[index] = newValue }
    }

    mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Song>) {
      songs.replaceSubrange(range, with: new)
      places = Dictionary(uniqueKeysWithValues: zip(songs.map(\.id), songs.indices))
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
