import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

// A deep link: Docs/cookbook/whole-app.md.

enum MuseumMessage: Message, Equatable {
  case linkOpened(URL)
  case loggedIn
}

struct Museum: Model, Equatable {
  typealias Receives = MuseumMessage

  var isLoggedIn = false
  var link: URL?  // A link that has come before the login.
  var path: [RoomScreen] = []
  var nextID = 1
}

struct RoomScreen: Model, Equatable, Identifiable {
  typealias Receives = RoomMessage

  let id: Int
  var room: Int
  var title: String?
}

enum RoomMessage: Message, Equatable { case loaded(String) }

struct LoadRoom: Command, Equatable {
  var room: Int
  var reply: Reply<String>
}

struct MuseumUpdater: TypedUpdater {
  func update(model: inout Museum, message: MuseumMessage) -> [any Command] {
    switch message {
    case .linkOpened(let url): model.link = url
    case .loggedIn: model.isLoggedIn = true
    }
    guard model.isLoggedIn, let link = model.link else { return [] }
    model.link = nil
    return open(link, &model)
  }
}

extension MuseumUpdater {
  /// Returns the names in `museum://rooms/3` and `https://museum.example/rooms/3`: rooms, 3.
  func names(in link: URL) -> [String] {
    let path = link.pathComponents.filter { $0 != "/" }
    switch (link.scheme?.lowercased(), link.host()?.lowercased()) {
    case ("museum", let first?): return [first] + path
    case ("https", "museum.example"): return path
    default: return []
    }
  }

  /// Opens the rooms of a link: the first one, and each further one above it.
  func open(_ link: URL, _ model: inout Museum) -> [any Command] {
    let parts = names(in: link)
    let rooms = parts.dropFirst().map { Int($0) }
    guard parts.first == "rooms", rooms.allSatisfy({ $0 != nil }) else { return [] }
    model.path = []
    return rooms.compactMap(\.self).map { room in
      let screen = RoomScreen(id: model.nextID, room: room)
      model.path.append(screen)
      model.nextID += 1
      return LoadRoom(room: room, reply: Reply(RoomMessage.loaded)).in(Museum.at.path[screen.id])
    }
  }
}

struct RoomUpdater: TypedUpdater {
  func update(model: inout RoomScreen, message: RoomMessage) -> [any Command] {
    switch message {
    case .loaded(let title): model.title = title
    }
    return []
  }
}

let museumFeature = MuseumUpdater().with(.each(\.path, RoomUpdater(), onLeave: .cancel))

func load(_ room: Int, for screen: Int) -> any Command {
  LoadRoom(room: room, reply: Reply(RoomMessage.loaded)).in(Museum.at.path[screen])
}

@Test(arguments: [
  "museum://rooms/3/12", "https://museum.example/rooms/3/12", "HTTPS://Museum.Example/rooms/3/12",
])
func aLinkWaitsForTheLoginAndThenOpensItsScreens(text: String) throws {
  let link = try #require(URL(string: text))
  let app = AppTest(Program(model: Museum(), museumFeature))
  app.send(.linkOpened(link)) { $0.link = link }
  app.send(.loggedIn, commands: [load(3, for: 1), load(12, for: 2)]) {
    $0.isLoggedIn = true
    $0.link = nil
    $0.path = [RoomScreen(id: 1, room: 3), RoomScreen(id: 2, room: 12)]
    $0.nextID = 3
  }
  app.answer(\LoadRoom.reply, in: Museum.at.path[2], with: "Blue room") {
    $0.path[1].title = "Blue room"
  }
  app.answer(\LoadRoom.reply, with: "Red room") { $0.path[0].title = "Red room" }
}

@Test func aSecondLinkReplacesTheScreensAndTheirAnswers() throws {
  let app = AppTest(Program(model: Museum(isLoggedIn: true), museumFeature), exhaustive: .model)
  app.send(.linkOpened(try #require(URL(string: "museum://rooms/3")))) {
    $0.path = [RoomScreen(id: 1, room: 3)]
    $0.nextID = 2
  }
  app.send(.linkOpened(try #require(URL(string: "museum://rooms/4")))) {
    $0.path = [RoomScreen(id: 2, room: 4)]
    $0.nextID = 3
  }
  #expect(difference(app.pending, [load(4, for: 2)]) == nil)
  app.finish(ignoringPending: [LoadRoom.self])
}

@Test(arguments: [
  "museum://cafe/3", "museum://rooms/red", "museum://rooms/3/x", "https://museum.example",
  "https://other.example/rooms/3",
])
func anUnknownLinkChangesNothing(text: String) throws {
  let test = StepTest(museumFeature, model: Museum(isLoggedIn: true))
  test.send(.linkOpened(try #require(URL(string: text))))
}
