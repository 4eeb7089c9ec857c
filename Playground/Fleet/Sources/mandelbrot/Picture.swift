import FleetInterface
import Katana
import KatanaConsole
import Rendering

/// A picture whose rows are rendered elsewhere.
struct Picture: Model, Equatable {
  typealias Receives = PictureMessage

  var rows: [Row]
  var width = 64
  var steps = 100_000
  /// Why a row could not be kept.
  var problem: String?

  struct Row: Equatable, Identifiable {
    var id: Int
    /// The name of its last run.
    var tag: String
    var state = State.waits
    /// The worker that has begun it last.
    var worker: String?
    /// Whether its state is in the file.
    var isKept = true
  }

  enum State: Equatable {
    case waits, runs, done(String), failed(String)

    var isOver: Bool {
      switch self {
      case .waits, .runs: false
      case .done, .failed: true
      }
    }
  }
}

enum PictureMessage: Message, Equatable {
  case began(FleetStart)
  case answered(FleetAnswer<String>)
  case notSent(tag: String, String)
  case kept(tag: String)
  case notKept(String)
  case againTapped(Int)
  case quitTapped
}

/// Keeps a row in the file.
struct KeepRow: Command, Equatable {
  var row: Picture.Row
  var reply: Reply<Void>
}

struct PictureFeature: TypedUpdater, SubscriptionProvider {
  var effects: [any Effect.Type] {
    [
      RenderRow.self, AcknowledgeAnswer<RenderRow>.self, KeepRow.self, ExitProcess.self,
      FleetAnswers<RenderRow, String>.self, FleetStarts<RenderRow>.self,
    ]
  }

  func update(model: inout Picture, message: PictureMessage) -> [any Command] {
    switch message {
    case .began(let start):
      guard let index = index(of: start.tag, model), !model.rows[index].state.isOver else { break }
      (model.rows[index].state, model.rows[index].worker) = (.runs, start.worker)
    case .answered(let answer):
      switch answer.result {
      case .success(let text): return end(answer.tag, .done(text), &model)
      case .failure(let error): return end(answer.tag, .failed("\(error)"), &model)
      }
    case .notSent(let tag, let reason): return end(tag, .failed(reason), &model)
    case .kept(let tag):
      guard let index = index(of: tag, model) else { break }
      model.rows[index].isKept = true
      // A row that is not over has a new tag, which had to be in the file before it is sent.
      return model.rows[index].state.isOver
        ? [AcknowledgeAnswer(of: RenderRow.self, tag)] : [render(model.rows[index], model)]
    case .notKept(let reason): model.problem = reason
    case .againTapped(let id):
      guard let index = model.rows.firstIndex(where: { $0.id == id }), model.rows[index].isKept,
        case .failed = model.rows[index].state
      else { break }
      model.rows[index].tag += "'"
      (model.rows[index].state, model.rows[index].worker) = (.waits, nil)
      return [keep(index, &model)]
    case .quitTapped: return [ExitProcess()]
    }
    return []
  }

  private func end(
    _ tag: String, _ state: Picture.State, _ model: inout Picture
  ) -> [any Command] {
    guard let index = index(of: tag, model), !model.rows[index].state.isOver else {
      // It has come before. Until it is in the file, it is not acknowledged.
      let isKept = model.rows.allSatisfy { $0.tag != tag || $0.isKept }
      return isKept ? [AcknowledgeAnswer(of: RenderRow.self, tag)] : []
    }
    model.rows[index].state = state
    return [keep(index, &model)]
  }

  /// The commands of the rows that were not over when the app was ended.
  func openRows(of model: Picture) -> [any Command] {
    model.rows.filter { !$0.state.isOver }.map { render($0, model) }
  }

  private func index(of tag: String, _ model: Picture) -> Int? {
    model.rows.firstIndex { $0.tag == tag }
  }

  private func render(_ row: Picture.Row, _ model: Picture) -> any Command {
    let tag = row.tag
    return RenderRow(
      tag: tag, row: row.id, of: model.rows.count, width: model.width, steps: model.steps,
      reply: reply { .answered(FleetAnswer(tag: tag, result: .success($0))) }
    )
    .onFailure(reply { .notSent(tag: tag, "\($0)") })
  }

  /// Writes a row. Two of them follow each other.
  private func keep(_ index: Int, _ model: inout Picture) -> any Command {
    model.rows[index].isKept = false
    let row = model.rows[index]
    return KeepRow(row: row, reply: reply(.kept(tag: row.tag)))
      .onFailure(reply { .notKept("\($0)") })
      .queued(id: "file", .atMost(1))
  }

  func subscriptions(model: Picture) -> [any Subscription] {
    // Until the last answer is in the file.
    if model.rows.allSatisfy({ $0.state.isOver && $0.isKept }) { return [] }
    return [
      FleetAnswers(of: RenderRow.self, reply { .answered($0) }),
      FleetStarts(of: RenderRow.self, reply { .began($0) }),
    ]
  }
}
