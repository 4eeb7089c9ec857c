import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

struct Track: Model, Equatable, Identifiable {
  typealias Receives = TrackMessage
  let id: Int
  var title: String
  var length: Int?
}

enum TrackMessage: Message { case lengthTapped, measured(Int) }

struct Measure: Command, Equatable { var reply = Reply(TrackMessage.measured) }

struct TrackUpdater: TypedUpdater {
  func update(model: inout Track, message: TrackMessage) -> [any Command] {
    switch message {
    case .lengthTapped: return [Measure()]
    case .measured(let length): model.length = length
    }
    return []
  }
}

struct Playlist: Model, Equatable {
  typealias Receives = PlaylistMessage
  var tracks: IdentifiedArray<Track> = []
  var filter = ""

  var shown: [Track] { tracks.filter { filter.isEmpty || $0.title.contains(filter) } }
}

extension [Track] {
  /// Returns the message for what the list on the screen reports: positions among its rows.
  func moved(from offsets: IndexSet, to offset: Int) -> PlaylistMessage {
    let next = indices.dropFirst(offset).first { !offsets.contains($0) }
    return .moved(offsets.map { self[$0].id }, before: next.map { self[$0].id })
  }
}

enum PlaylistMessage: Message, Equatable { case moved([Int], before: Int?) }

struct PlaylistUpdater: TypedUpdater {
  func update(model: inout Playlist, message: PlaylistMessage) -> [any Command] {
    guard case .moved(let ids, let next) = message else { return [] }
    let moved = ids.compactMap { model.tracks.remove(id: $0) }
    let index = next.flatMap(model.tracks.index(ofID:)) ?? model.tracks.endIndex
    for track in moved.reversed() { model.tracks.insert(track, at: index) }
    return []
  }
}

let playlistFeature = PlaylistUpdater().with(.each(\.tracks, TrackUpdater()))

@Suite struct ReorderTests {
  let playlist = Playlist(
    tracks: IdentifiedArray(
      ["Blue", "So What", "Blue Train", "Naima", "Kind of Blue"].enumerated().map {
        Track(id: $0.offset, title: $0.element)
      }))

  func order(after move: (Playlist) -> PlaylistMessage, filter: String = "") -> [Int] {
    var playlist = playlist
    playlist.filter = filter
    let test = StepTest(playlistFeature, model: playlist, exhaustive: false)
    test.send(move(playlist))
    return Array(test.model.tracks.ids)
  }

  @Test func aTrackMovesWithinAFilteredList() {
    // Shown are 0, 2 and 4: the last one is dragged before the second one.
    #expect(order(after: { $0.shown.moved(from: [2], to: 1) }, filter: "Blue") == [0, 1, 4, 2, 3])
    #expect(order(after: { $0.shown.moved(from: [0], to: 3) }, filter: "Blue") == [1, 2, 3, 4, 0])
  }

  @Test func severalTracksMoveAtOnce() {
    #expect(order(after: { $0.shown.moved(from: [0, 3], to: 2) }) == [1, 0, 3, 2, 4])
    #expect(order(after: { $0.shown.moved(from: [1, 2], to: 2) }) == [0, 1, 2, 3, 4])
    #expect(order(after: { $0.shown.moved(from: [0], to: 5) }) == [1, 2, 3, 4, 0])
  }

  @Test func aTrackThatIsGoneIsNotMoved() {
    #expect(order(after: { _ in .moved([9, 0], before: 8) }) == [1, 2, 3, 4, 0])
  }

  @Test func anAnswerReachesTheTrackThatHasMoved() {
    let app = AppTest(Program(model: playlist, playlistFeature), exhaustive: false)
    app.send(.lengthTapped, to: Playlist.at.tracks[0])
    app.send(playlist.shown.moved(from: [0], to: 5))
    app.answer(\Measure.reply, with: 240, exhaustive: .model) { $0.tracks[id: 0]?.length = 240 }
    #expect(app.model.tracks.last?.length == 240)
  }
}
