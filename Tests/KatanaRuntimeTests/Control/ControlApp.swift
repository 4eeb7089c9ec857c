import Katana
import KatanaTesting

@testable import KatanaRuntime

/// An app with rows, a part that is always there and a sheet that comes and goes; each of them returns
/// the commands that it is asked for.
struct ControlApp: Model {
  var journal = Journal()
  var always = ControlSheet()
  var sheet: ControlSheet?
  var rows = [ControlRow(id: 1), ControlRow(id: 2)]
  var tab: ControlRow?

  struct Present: Message { var isPresented: Bool }
  /// Makes only the part that is always there return commands.
  struct AskAlways: Message { var commands: [any Command] }

  /// The last message of the sheet, which asks for commands.
  struct Leave: MessageTo {
    typealias Receiver = ControlSheet
    var commands: [any Command]
  }
  /// Puts another tab in place of the one that is there.
  struct SetTab: Message {
    var id: Int
    var commands: [any Command] = []
  }
  struct Remove: Message { var row: Int }
  struct SetRows: Message { var ids: [Int] }
  /// Removes all rows.
  struct Clear: Message { var commands: [any Command] }

  struct RootUpdater: Updater {
    var takes: MessageTypes {
      .only([Ask.self, Clear.self, Present.self, Remove.self, SetRows.self, SetTab.self])
    }

    func update(model: inout ControlApp, message: any Message) -> [any Command] {
      switch message {
      case let present as Present: model.sheet = present.isPresented ? ControlSheet() : nil
      case let set as SetTab:
        model.tab = ControlRow(id: set.id)
        return set.commands
      case let set as SetRows: model.rows = set.ids.map { ControlRow(id: $0) }
      case let remove as Remove: model.rows.removeAll { $0.id == remove.row }
      case let clear as Clear:
        model.rows = []
        return clear.commands
      case let ask as Ask: return ask.commands
      default: break
      }
      return []
    }
  }

  private static let row = CombinedUpdater<ControlRow>([.slice(\.journal, journalUpdater)])

  static let updater = CombinedUpdater<ControlApp>([
    .slice(\.journal, HeardUpdater()),
    .slice(
      \.always,
      FunctionUpdater(takes: .only([AskAlways.self])) { model, message in
        (model, (message as? AskAlways)?.commands ?? [])
      }),
    .optional(
      \.sheet,
      CombinedUpdater<ControlSheet>([
        .slice(\.journal, journalUpdater), .each(\.rows, row),
        .full(
          FunctionUpdater(takes: .only([Leave.self])) { model, message in
            (model, (message as? Leave)?.commands ?? [])
          }),
      ])),
    .listen(to: ControlApp.at.sheet, Leave.self) { model, _, _ in
      model.sheet = nil
      return []
    },
    .each(\.rows, row),
    .optional(\.tab, row),
    .full(RootUpdater()),
  ])
}

struct ControlSheet: Model {
  typealias Receives = Ask
  var journal = Journal()
  var rows = [ControlRow(id: 1)]
}

struct ControlRow: Model, Identifiable {
  typealias Receives = Ask
  var id: Int
  var journal = Journal()
}

/// A runtime whose commands go on until the test ends them, with a log of their starts and
/// cancellations.
final class LoggedRun {
  let log = Log()
  let clock = ManualClock()
  let issues = IssueRecorder()
  let runtime: Runtime<ControlApp>
  private let held = Locked<[String: Dispatcher]>([:])

  init() {
    let (log, held) = (log, held)
    let interpreter = Interpreter.command(
      Doing { command, dispatch in
        held.withLock { $0[command.name] = dispatch }
        dispatch.onCancel { log("cancel \(command.name)") }
        log("start \(command.name)")
      })
    do {
      runtime = try Runtime(
        Program(model: ControlApp(), ControlApp.updater), interpreters: [interpreter],
        options: RuntimeOptions(clock: clock, issues: issues.handler))
    } catch { fatalError("one interpreter for one type: \(error)") }
    runtime.start()
  }

  deinit { runtime.requestShutdown() }

  /// Whether nothing is left of its control commands.
  var isEmpty: Bool { runtime.loop.hasNoActivities }

  func ask(_ commands: any Command...) { runtime.dispatch(Ask(commands: commands)) }

  func ask(row id: Int, _ commands: any Command...) {
    runtime.dispatch(Ask(commands: commands).to(ControlApp.at.rows[id]))
  }

  func askSheet(_ commands: any Command...) {
    runtime.dispatch(Ask(commands: commands).to(ControlApp.at.sheet))
  }

  func dispatch(sheet message: ControlApp.Leave) {
    runtime.dispatch(message, to: ControlApp.at.sheet)
  }

  func present(_ isPresented: Bool) {
    runtime.dispatch(ControlApp.Present(isPresented: isPresented))
  }

  /// The command with a name sends a word.
  func say(_ word: String, as name: String) {
    held.withLock { $0[name] }?(Heard.word(word))
  }

  /// The command with a name sends a message.
  func dispatch(_ message: any Message, as name: String) {
    held.withLock { $0[name] }?(message)
  }

  /// The command with a name ends.
  func finish(_ name: String) { _ = held.withLock { $0.removeValue(forKey: name) } }
}
