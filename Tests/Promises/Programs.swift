import KatanaRuntime
import KatanaTesting

extension Promise {
  package static let programs = Promise(
    "programs", "rows, a sheet, and every control wrapper, in random programs and orders",
    wanted: 1_000_000
  ) { trial in
    let messages = (0..<8).map { Turn(number: $0) }
    try await explored(trial, sending: messages, allowing: [.interpreterThrew]) { simulation in
      let runs = Runs()
      return Simulated(
        Program(
          model: House(seed: simulation.seed),
          CombinedUpdater<House>([
            .full(HouseUpdater()), .each(\.rooms, RoomUpdater()), .optional(\.guest, RoomUpdater()),
          ])), interpreters: [.command(ErrandInterpreter(simulation: simulation, runs: runs))]
      )
      .always("no message reaches a child that is gone") { $0.all.allSatisfy { $0.strange == 0 } }
      .always("nothing of a cancelled command is handled") { $0.all.allSatisfy { $0.late == 0 } }
      .always("no queue has more commands at work than places") { _ in runs.areWithinPlaces }
      .eventually("every command that began has ended") { _ in runs.begun == runs.ended }
    }
  }
}

/// A message whose effect follows from the seed of the model.
private struct Turn: GlobalMessage { var number: Int }

private struct House: Model {
  let seed: UInt64
  var rooms: [Room] = []
  var guest: Room?
  var lives = 0
  var all: [Room] { rooms + (guest.map { [$0] } ?? []) }

  mutating func newRoom(_ id: Int) -> Room {
    lives += 1
    return Room(id: id, life: lives)
  }
}

/// A child with a life of its own: another one with its id is not the same.
private struct Room: Model, Identifiable {
  let id: Int
  let life: Int
  /// How often each cancel id was cancelled so far.
  var epochs = [0, 0, 0]
  /// How many messages of another life came here.
  var strange = 0
  /// How many messages of cancelled commands came here.
  var late = 0
}

private struct RoomMessage: Message {
  enum Content {
    /// Perform a random command, from a seed.
    case perform(UInt64)
    case cancel(Int)
    case answer(life: Int, id: Int?, epoch: Int)
  }

  var content: Content
}

private struct Errand: Command {
  var life: Int
  /// The cancel id that is certain to cover it, and how often that was cancelled before.
  var id: Int?
  var epoch: Int
  /// The number of the place that it takes in the limited queue; `nil` outside of that queue.
  var place: UInt64?
  var seed: UInt64
}

private struct HouseUpdater: TypedUpdater {
  func update(model: inout House, message: Turn) -> [any Command] {
    var numbers = Numbers(model.seed &+ UInt64(message.number))
    // One change: a child that goes and comes back within one update is the same to the runtime.
    let id = numbers.below(3)
    switch numbers.below(6) {
    case 0: model.rooms.removeAll { $0.id == id }
    case 1: model.guest = model.guest == nil ? model.newRoom(id) : nil
    default:
      if !model.rooms.contains(where: { $0.id == id }) { model.rooms.append(model.newRoom(id)) }
    }
    return model.all.map { room in
      let content: RoomMessage.Content =
        numbers.oneIn(3) ? .cancel(numbers.below(3)) : .perform(numbers.next())
      return Send(RoomMessage(content: content)).in(room, of: model)
    }
  }
}

extension Send {
  fileprivate func `in`(_ room: Room, of house: House) -> any Command {
    house.guest?.life == room.life
      ? self.in(House.at.guest[room.id]) : self.in(House.at.rooms[room.id])
  }
}

private struct RoomUpdater: TypedUpdater {
  func update(model: inout Room, message: RoomMessage) -> [any Command] {
    switch message.content {
    case .perform(let seed):
      var numbers = Numbers(seed)
      return [Controlled(room: model).random(&numbers, depth: Controlled.depth)]
    case .cancel(let id):
      model.epochs[id] += 1
      return [Cancel(id: id)]
    case .answer(let life, let id, let epoch):
      if life != model.life { model.strange += 1 }
      if let id, epoch < model.epochs[id] { model.late += 1 }
      return []
    }
  }
}

/// Makes random commands of a room.
private struct Controlled {
  let room: Room
  /// The cancel id around what is being made.
  var id: Int?
  /// The queue around it: another one inside could wait for this one, which is reported and not a case here.
  var queue: Int?
  /// The number of the place that it takes in the limited queue; `nil` outside of that queue.
  var place: UInt64?
  static let depth = 3
  /// The queue whose commands all have the same policy, and how many places it has.
  static let (limitedQueue, places) = (5, 2)

  func random(_ numbers: inout Numbers, depth: Int) -> any Command {
    let (milliseconds, other) = (numbers.below(40), 3 + numbers.below(2))
    if depth == 0 { return errand(&numbers) }
    switch numbers.below(12) {
    case 0:
      // Only a name around the whole is known from the start: within a delay, it is not yet.
      var inside = self
      let id = numbers.below(3)
      if depth == Self.depth { inside.id = id }
      return inside.random(&numbers, depth: depth - 1)
        .cancellable(id: id, cancelInFlight: false)
    case 1: return random(&numbers, depth: depth - 1).delayed(by: .milliseconds(milliseconds))
    case 2:
      return random(&numbers, depth: depth - 1)
        .debounced(id: other, for: .milliseconds(milliseconds))
    case 3:
      let throttling: Throttling = [.leading, .trailing, .leadingAndTrailing][numbers.below(3)]
      return random(&numbers, depth: depth - 1)
        .throttled(id: other, for: .milliseconds(milliseconds), throttling)
    case 4: return random(&numbers, depth: depth - 1).timingOut(after: .milliseconds(milliseconds))
    case 5: return random(&numbers, depth: depth - 1).retried(Retry(numbers.below(3)))
    case 6: return random(&numbers, depth: depth - 1).onFailure(RoomMessage(content: answer))
    case 7: return Sequential(several(&numbers, depth))
    case 8: return Concurrent(several(&numbers, depth), then: RoomMessage(content: answer))
    case 9:
      var policy: QueuePolicy =
        [.latestWins, .firstWins, .atMost(2), .keepLatest][numbers.below(4)]
      var inside = self
      let queue = queue ?? (numbers.oneIn(2) ? Self.limitedQueue : other)
      inside.queue = queue
      if queue == Self.limitedQueue {
        policy = .atMost(Self.places)
        inside.place = place ?? numbers.next()
      }
      return inside.random(&numbers, depth: depth - 1).queued(id: queue, policy)
    default: return errand(&numbers)
    }
  }

  private func several(_ numbers: inout Numbers, _ depth: Int) -> [any Command] {
    (0..<numbers.below(4)).map { _ in random(&numbers, depth: depth - 1) }
  }

  private func errand(_ numbers: inout Numbers) -> any Command {
    Errand(
      life: room.life, id: id, epoch: epoch, place: place, seed: numbers.next())
  }

  private var epoch: Int { id.map { room.epochs[$0] } ?? 0 }
  private var answer: RoomMessage.Content { .answer(life: room.life, id: id, epoch: epoch) }
}

/// How many commands have begun and ended, and which are at work in places of the limited queues.
private final class Runs: Sendable {
  private struct Counts {
    var begun = 0
    var ended = 0
    /// How many commands are at work, by room and place.
    var atWork: [Int: [UInt64: Int]] = [:]
  }

  private let counts = Locked(Counts())
  var begun: Int { counts.withLock { $0.begun } }
  var ended: Int { counts.withLock { $0.ended } }
  var areWithinPlaces: Bool {
    counts.withLock { $0.atWork.values.allSatisfy { $0.count <= Controlled.places } }
  }

  func begin(_ errand: Errand) {
    counts.withLock {
      $0.begun += 1
      if let place = errand.place { $0.atWork[errand.life, default: [:]][place, default: 0] += 1 }
    }
  }

  func end(_ errand: Errand) {
    counts.withLock {
      $0.ended += 1
      guard let place = errand.place, let count = $0.atWork[errand.life]?[place] else { return }
      $0.atWork[errand.life]?[place] = count == 1 ? nil : count - 1
    }
  }
}

private struct Lost: Error {}

private struct ErrandInterpreter: AsyncCommandInterpreter {
  let simulation: Simulation
  let runs: Runs

  func interpret(_ command: Errand, dispatch: Dispatcher) async throws {
    runs.begin(command)
    defer { runs.end(command) }
    var numbers = Numbers(command.seed)
    for _ in 0..<numbers.below(3) {
      // Some ignore their cancellation.
      if numbers.oneIn(2) {
        try? await simulation.clock.sleep(for: .milliseconds(numbers.below(30)))
      } else {
        try await simulation.clock.sleep(for: .milliseconds(numbers.below(30)))
      }
      dispatch(
        RoomMessage(
          content: .answer(life: command.life, id: command.id, epoch: command.epoch)))
    }
    if numbers.oneIn(4) { throw Lost() }
  }
}
