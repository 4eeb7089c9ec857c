import Foundation
import Katana
import KatanaEffects
import KatanaViews

// An animation: the model says where the cabin starts, where it stops and how long it takes; the face
// draws what is between.

struct Lift: Model, Equatable {
  typealias Receives = LiftMessage

  static let floors = 6

  /// The floor to which the cabin goes, or at which it stands.
  var floor = 0
  /// The height of the cabin, in floors.
  var height = Motion(at: 0)
}

enum LiftMessage: Message, Equatable {
  case called(to: Int)
  case started(to: Int, at: Date)
}

struct LiftUpdater: TypedUpdater {
  func update(model: inout Lift, message: LiftMessage) -> [any Command] {
    switch message {
    case .called(let floor):
      return [Now(reply { .started(to: floor, at: $0) })]
    case .started(let floor, let date):
      let height = model.height.value(at: date)
      model.floor = floor
      model.height = Motion(
        from: height, to: Double(floor), start: date,
        lasting: .milliseconds(400) * abs(Double(floor) - height))
    }
    return []
  }
}

let liftProgram = Program(model: Lift(), LiftUpdater())

func liftView(_ model: Lift) -> ViewOf<Lift> {
  .column([
    .row([
      .drawing(
        "Shaft", DrawingWindow(width: 16, height: Double(2 * Lift.floors)), scaling: .stretched,
        shaft + [cabin(model)]
      )
      .width(.cells(18)).height(.fill.most(2 * Lift.floors + 2)).border(),
      .column(
        [.text("Floor \(model.floor)", .heading)]
          + (0..<Lift.floors).reversed().map { floor -> ViewOf<Lift> in
            .button("\(floor)", .called(to: floor))
              .onKey(
                Shortcut(extendedGraphemeClusterLiteral: Character("\(floor)")), "floor \(floor)",
                .called(to: floor), in: .screen)
          }),
    ]),
    .keyHelp,
  ])
}

private let shaft: [Figure<Lift>] = (0..<Lift.floors).map { floor -> Figure<Lift> in
  .text(x: 1, y: Double(2 * (Lift.floors - floor) - 1), "\(floor)", .muted)
}

private func cabin(_ model: Lift) -> Figure<Lift> {
  var y = model.height
  (y.from, y.to) = (-2 * y.from, -2 * y.to)
  return .rectangle(x: 4, y: Double(2 * Lift.floors - 2), width: 8, height: 2, .accent).moved(y: y)
}
