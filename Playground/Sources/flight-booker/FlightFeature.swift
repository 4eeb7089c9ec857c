import ExamplePrograms
import Katana
import KatanaConsole
import KatanaEffects

// The task "Flight Booker" of 7GUIs, https://eugenkiss.github.io/7guis/tasks#flight: constraints
// between fields. The return date is editable for return flights only, an invalid date is red, and
// the user can book only if both dates are valid and in order.

struct FlightModel: Model, Equatable {
  typealias Receives = FlightMessage

  enum Field: CaseIterable { case kind, start, end, book }

  var isReturn = false
  var start = LineEditor()
  var end = LineEditor()
  var focus = Field.kind
  var booking: String?

  var startDate: CalendarDate? { CalendarDate(start.text) }
  var endDate: CalendarDate? { CalendarDate(end.text) }

  var canBook: Bool {
    guard let startDate else { return false }
    return !isReturn || endDate.map { startDate <= $0 } ?? false
  }

  /// The fields that the user can reach.
  var fields: [Field] {
    Field.allCases.filter { ($0 != .end || isReturn) && ($0 != .book || canBook) }
  }
}

enum FlightMessage: Message, Equatable {
  case started(CalendarDate)
  case happened(TerminalEvent)
  // What the controls of the screen send.
  case returnChosen(Bool)
  case startTyped(String)
  case endTyped(String)
  case bookTapped
  case quit
}

struct FlightFeature: TypedUpdater, SubscriptionProvider {
  /// Whether the terminal shows the form in lines; otherwise, a screen does.
  var showsLines = true

  var effects: [any Effect.Type] {
    [
      Today.self, ExitProcess.self, TerminalInput.self, TerminalScreen.self,
    ]
  }

  func update(model: inout FlightModel, message: FlightMessage) -> [any Command] {
    switch message {
    case .started(let today):
      // What the user has typed before the answer stays.
      if model.start.text.isEmpty { model.start = LineEditor(text: "\(today)") }
      if model.end.text.isEmpty { model.end = LineEditor(text: "\(today)") }
    case .returnChosen(let isReturn): model.isReturn = isReturn
    case .startTyped(let text): model.start = LineEditor(text: text)
    case .endTyped(let text): model.end = LineEditor(text: text)
    case .bookTapped: book(&model)
    case .happened(.key(KeyStroke(.escape))), .happened(.end), .quit:
      return [ExitProcess()]
    case .happened(.key(KeyStroke(.tab))), .happened(.key(KeyStroke(.down))):
      move(by: 1, &model)
    case .happened(.key(KeyStroke(.tab, .shift))), .happened(.key(KeyStroke(.up))):
      move(by: -1, &model)
    case .happened(let event):
      use(event, &model)
    }
    return []
  }

  private func move(by count: Int, _ model: inout FlightModel) {
    let fields = model.fields
    let index = fields.firstIndex(of: model.focus) ?? 0
    model.focus = fields[(index + count + fields.count) % fields.count]
  }

  private func use(_ event: TerminalEvent, _ model: inout FlightModel) {
    switch (model.focus, event) {
    case (.kind, .key(KeyStroke(.enter))), (.kind, .key(KeyStroke(.character(" ")))):
      model.isReturn.toggle()
    case (.book, .key(KeyStroke(.enter))): book(&model)
    case (.start, _): _ = model.start.take(event)
    case (.end, _): _ = model.end.take(event)
    default: break
    }
  }

  private func book(_ model: inout FlightModel) {
    guard model.canBook else { return }
    let end = model.isReturn ? ", returning on \(model.end.text)" : ""
    model.booking =
      "You have booked a \(model.isReturn ? "return" : "one-way") flight "
      + "on \(model.start.text)\(end)."
  }

  func subscriptions(model: FlightModel) -> [any Subscription] {
    guard showsLines else { return [] }
    return [
      TerminalInput(reply { .happened($0) }),
      TerminalScreen(FlightView(model: model).lines, remains: true),
    ]
  }
}

/// The lines that the terminal shows for a model.
struct FlightView {
  let model: FlightModel

  var lines: [String] {
    [
      row(.kind, model.isReturn ? "return flight" : "one-way flight"),
      row(.start, date(model.start.text, isValid: model.startDate != nil)),
      row(
        .end,
        model.isReturn ? date(model.end.text, isValid: model.endDate != nil) : faint(model.end.text)
      ),
      row(.book, model.canBook ? "[ Book ]" : faint("[ Book ]")),
    ] + Paragraph(text: model.booking ?? "tab moves, return chooses, escape quits", width: 40).lines
  }

  private func row(_ field: FlightModel.Field, _ text: String) -> String {
    (model.focus == field ? "> " : "  ") + text
  }

  private func date(_ text: String, isValid: Bool) -> String {
    isValid ? text : "\u{1B}[41m\(text)\u{1B}[0m"
  }

  private func faint(_ text: String) -> String { "\u{1B}[2m\(text)\u{1B}[0m" }
}

let flightProgram = Program(
  model: FlightModel(), FlightFeature(), commands: [Today(Reply(FlightMessage.started))])
let flightScreenProgram = Program(
  model: FlightModel(), FlightFeature(showsLines: false),
  commands: [Today(Reply(FlightMessage.started))])
