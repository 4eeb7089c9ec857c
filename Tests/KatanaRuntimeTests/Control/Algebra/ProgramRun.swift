import Katana
import KatanaTesting

@testable import KatanaRuntime

/// An app with rows, whose updater notes what it and they hear.
struct AlgebraApp: Model {
  struct Row: Model, Identifiable { var id: Int }
  struct Remove: Message { var row: Int }
  struct Insert: Message { var row: Int }
  var rows = [Row(id: 1), Row(id: 2)]

  static func updater(_ log: EventLog) -> CombinedUpdater<AlgebraApp> {
    CombinedUpdater<AlgebraApp>([
      .full(
        FunctionUpdater(takes: .only([Ask.self, Heard.self, Insert.self, Remove.self])) {
          model, message in
          if case .word(let word)? = message as? Heard { log.note(.heard(word, row: 0)) }
          var model = model
          if let remove = message as? Remove { model.rows.removeAll { $0.id == remove.row } }
          if let insert = message as? Insert { model.rows.append(Row(id: insert.row)) }
          return (model, (message as? Ask)?.commands ?? [])
        }),
      .each(
        \.rows,
        FunctionUpdater(takes: .only([Heard.self])) { row, message in
          if case .word(let word)? = message as? Heard { log.note(.heard(word, row: row.id)) }
          return (row, [])
        }),
    ])
  }
}

/// A program in the real runtime, on one thread.
struct ProgramRun {
  let runtime: Runtime<AlgebraApp>
  private let tasks = ManualTasks()
  private let clock: TaskClock
  private let log: EventLog

  init() throws {
    let clock = TaskClock(tasks: tasks)
    let log = EventLog(clock: clock)
    self.clock = clock
    self.log = log
    runtime = try Runtime(
      Program(model: AlgebraApp(), AlgebraApp.updater(log)),
      interpreters: [
        .command(ScriptedInterpreter(log: log)), .command(ScriptedAsyncInterpreter(log: log)),
      ],
      options: RuntimeOptions(
        clock: clock, taskExecutor: tasks,
        issues: IssueHandler {
          log.note(.reported($0.error is CommandTimedOut ? .timedOut : .code($0.code)))
        }))
    runtime.start()
  }

  /// All that a program does, its shutdown at the end of time included.
  func events(of program: AlgebraProgram, until end: Int) -> [Event] {
    for ask in program.asks {
      clock.clock.advance(by: .milliseconds(ask.time) - clock.now)
      if let row = ask.replacing {
        runtime.dispatch(AlgebraApp.Remove(row: row))
        runtime.dispatch(AlgebraApp.Insert(row: row))
      }
      runtime.dispatch(Ask(commands: ask.commands.map(\.command)))
      tasks.runAll()
    }
    clock.clock.advance(by: .milliseconds(end) - clock.now)
    runtime.requestShutdown()
    let events = log.events
    clock.clock.advance(by: .seconds(2_000))
    tasks.runAll()
    return events
  }

  /// Whether nothing is left of the program.
  var isEmpty: Bool { runtime.loop.hasNoActivities }
}

extension RuntimeIssue {
  /// The code of the ``WorkFailure`` that is reported; -1 if this is another issue.
  fileprivate var code: Int {
    kind == .interpreterThrew ? (error as? WorkFailure)?.code ?? -1 : -1
  }
}
