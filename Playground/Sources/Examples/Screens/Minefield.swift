import Katana
import KatanaEffects

/// A game of minesweeper.
struct Minefield: Model, Equatable {
  typealias Receives = MinefieldMessage

  static let (columns, rows, mineCount) = (9, 9, 10)
  static let places = (0..<rows).flatMap { row in
    (0..<columns).map { Place(column: $0, row: row) }
  }

  /// A place, which is called like a square of chess: A1 is in the upper left corner.
  struct Place: Hashable, Sendable, CustomStringConvertible {
    var column: Int
    var row: Int

    var description: String { "\(Array("ABCDEFGHI")[column])\(row + 1)" }

    var neighbours: [Place] {
      (-1...1).flatMap { y in (-1...1).map { Place(column: column + $0, row: row + y) } }
        .filter {
          $0 != self && (0..<Minefield.columns).contains($0.column)
            && (0..<Minefield.rows).contains($0.row)
        }
    }
  }

  /// Empty until the first place is opened.
  var mines: Set<Place> = []
  var opened: Set<Place> = []
  var flags: Set<Place> = []

  var isLost: Bool { !opened.isDisjoint(with: mines) }
  var isOver: Bool { isLost || isWon }
  var isWon: Bool { !isLost && opened.count == Self.places.count - Self.mineCount }

  func number(at place: Place) -> Int { place.neighbours.count(where: mines.contains) }
}

enum MinefieldMessage: Message, Equatable {
  case opened(Minefield.Place)
  case flagged(Minefield.Place)
  /// A random number, from which the mines follow. None is at the place that was opened first.
  case seeded(Int, first: Minefield.Place)
  case restarted
}

struct MinefieldUpdater: TypedUpdater {
  func update(model: inout Minefield, message: MinefieldMessage) -> [any Command] {
    switch message {
    case .opened where model.isOver: break
    case .flagged where model.isOver: break
    case .opened(let place) where model.flags.contains(place): break
    case .opened(let place) where model.mines.isEmpty:
      return [
        RandomNumber(in: 0...Int.max, reply { .seeded($0, first: place) })
      ]
    case .opened(let place): open(place, &model)
    case .flagged(let place):
      if !model.opened.contains(place) { model.flags.formSymmetricDifference([place]) }
    case .seeded(let seed, let first):
      guard model.mines.isEmpty else { break }
      var generator = SeededGenerator(state: UInt64(seed))
      let places = Minefield.places.filter { $0 != first }.shuffled(using: &generator)
      model.mines = Set(places.prefix(Minefield.mineCount))
      open(first, &model)
    case .restarted: model = Minefield()
    }
    return []
  }

  /// Opens a place; if no mine is near it, those around it that have no flag as well.
  private func open(_ first: Minefield.Place, _ model: inout Minefield) {
    var waiting = [first]
    while let place = waiting.popLast() {
      guard !model.flags.contains(place), model.opened.insert(place).inserted else { continue }
      if model.number(at: place) == 0, !model.mines.contains(place) {
        waiting += place.neighbours
      }
    }
  }
}

/// SplitMix64 (https://prng.di.unimi.it/splitmix64.c).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

let minefieldProgram = Program(model: Minefield(), MinefieldUpdater())
