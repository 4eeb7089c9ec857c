import Foundation
import Katana
import KatanaRecording
import KatanaRuntime
import KatanaTesting

/// The app whose recordings are in `Fixtures`.
///
/// - Important: Do not change a type or an update: the files of earlier versions hold these.
enum FixtureApp {
  struct App: Model, Codable {
    var values: FixtureValues?
    var login: Login?
    var rows = IdentifiedArray([Row(id: "a/b [1]")])
    var isTicking = false
    var steps: [String] = []
  }
  struct Row: Model, Codable, Identifiable {
    typealias Receives = RowMessage
    var id: String
    var count = 0
    var cells = IdentifiedArray([Cell(id: -3)])
  }
  struct Cell: Model, Codable, Identifiable {
    typealias Receives = RowMessage
    var id: Int
    var count = 0
  }
  struct Login: Codable, Equatable, Sendable {
    var name: String
    var password: Secret<String>
    var key: Secret<Data>
    var raw: Secret<[UInt8]>?
  }

  enum AppMessage: Message, Codable {
    case valuesChanged(FixtureValues)
    case loginTapped(Login)
    case work(Int)
    case worked
    case ticking(Bool)
    case ticked
    case selected(Int)
  }
  enum RowMessage: Message, Codable { case counted(Int) }
  struct SessionEnded: GlobalMessage, Codable { var reason: String }
  /// A message that no recording holds.
  struct Hidden: Message { var text: String }
  /// A message that refuses to be encoded.
  struct Refusing: Message, Codable {
    struct Refused: Error {}
    func encode(to encoder: any Encoder) throws { throw Refused() }
  }

  struct Work: Command {}
  struct Fail: Command {
    enum Problem: Error { case offline }
  }
  struct Ticks: Subscription, Equatable { var id: Int { 1 } }

  static let program = Program(
    model: App(),
    CombinedUpdater<App>([
      .full(TypedFunctionUpdater { update(&$0, $1) }),
      .full(
        TypedFunctionUpdater { (model: inout App, message: SessionEnded) in
          model.steps.append(message.reason)
          return []
        }),
      .full(TypedFunctionUpdater { (_: inout App, _: Hidden) in [] }),
      .full(TypedFunctionUpdater { (_: inout App, _: Refusing) in [] }),
      .each(
        \.rows,
        CombinedUpdater<Row>([
          .full(
            TypedFunctionUpdater { (row: inout Row, message: RowMessage) in
              if case .counted(let count) = message { row.count += count }
              return []
            }),
          .each(
            \.cells,
            TypedFunctionUpdater { (cell: inout Cell, message: RowMessage) in
              if case .counted(let count) = message { cell.count += count }
              return []
            }),
        ])),
      .full(FunctionSubscriptionProvider<App> { $0.isTicking ? [Ticks()] : [] }),
    ]))

  private static func update(_ model: inout App, _ message: AppMessage) -> [any Command] {
    switch message {
    case .valuesChanged(let values): model.values = values
    case .loginTapped(let login): model.login = login
    case .work(2): return [Fail().retried(Retry(1, on: .all))]
    case .work:
      return [
        Work().delayed(by: .seconds(2)), Work(),
        Work().delayed(by: .seconds(9)).cancellable(id: "later"),
      ]
    case .worked: return [Cancel(id: "later")]
    case .ticking(let isTicking): model.isTicking = isTicking
    case .ticked: model.steps.append("tick")
    case .selected(let index): model.steps = [model.steps[index]]
    }
    return []
  }

  static func format(hidesModel: Bool = false) -> RecordingFormat<App> {
    let payloads: [any (Codable & Sendable).Type] = [
      AppMessage.self, RowMessage.self, SessionEnded.self, Refusing.self,
    ]
    return RecordingFormat(program, payloads: payloads + (hidesModel ? [] : [App.self]))
  }

  static let interpreters: [Interpreter] = [
    .command(Work.self) { _, dispatch in dispatch(AppMessage.worked) },
    .command(Fail.self) { (_, _: Dispatcher) async throws in throw Fail.Problem.offline },
    .subscription { (_: Ticks, _) in IdleInterpreter<Ticks>() },
  ]

  static let values = FixtureValues()
  static let login = Login(
    name: "•••", password: Secret("hunter2"), key: Secret(Data([1])), raw: Secret([2]))
}
