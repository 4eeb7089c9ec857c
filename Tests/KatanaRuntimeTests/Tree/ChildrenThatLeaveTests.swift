import KatanaRuntime
import KatanaTesting
import Testing

/// Children that leave by a message that was not addressed to them by their own address.
@Suite struct ChildrenThatLeaveTests {
  struct Detail: Model, Equatable {
    typealias Receives = DetailMessage
    var heard: [String] = []
  }
  struct Sheet: Model, Identifiable, Equatable {
    typealias Receives = SheetMessage
    var id: Int
    var detail: Detail?
    var heard: [String] = []
  }
  struct App: Model, Equatable {
    var sheet: Sheet?
    var rows = [Sheet(id: 1), Sheet(id: 2)]
    /// The same memory as a row.
    var first: Sheet? {
      get { rows.first }
      set { if let newValue { rows[0] = newValue } else { rows.removeFirst() } }
    }
  }
  enum DetailMessage: Message { case begin, heard(String) }
  enum SheetMessage: Message { case begin, heard(String), openDetail, closeDetail }
  enum AppMessage: Message { case present(Int), insert(Int) }

  static let sheet = CombinedUpdater<Sheet>([
    .full(
      TypedFunctionUpdater { (model: inout Sheet, message: SheetMessage) in
        switch message {
        case .begin: return [Do("work")]
        case .heard(let text): model.heard.append(text)
        case .openDetail: model.detail = Detail()
        case .closeDetail: model.detail = nil
        }
        return []
      }),
    .optional(
      \.detail,
      TypedFunctionUpdater { (model: inout Detail, message: DetailMessage) in
        switch message {
        case .begin: return [Do("detail")]
        case .heard(let text): model.heard.append(text)
        }
        return []
      }),
  ])

  private func started(_ held: Locked<[Dispatcher]>) throws -> Runtime<App> {
    let runtime = try Runtime(
      Program(
        model: App(),
        CombinedUpdater<App>([
          .full(
            TypedFunctionUpdater { (model: inout App, message: AppMessage) in
              switch message {
              case .present(let id): model.sheet = Sheet(id: id)
              case .insert(let id): model.rows.insert(Sheet(id: id), at: 0)
              }
              return []
            }),
          .optional(\.sheet, Self.sheet), .each(\.rows, Self.sheet), .optional(\.first, Self.sheet),
        ])),
      interpreters: [.command(Do.self) { _, dispatch in held.withLock { $0.append(dispatch) } }])
    runtime.start()
    return runtime
  }

  @Test func aSheetThatIsDismissedWithoutItsIDIsGone() throws {
    let held = Locked<[Dispatcher]>([])
    let runtime = try started(held)
    runtime.dispatch(AppMessage.present(5))
    runtime.dispatch(SheetMessage.begin, to: App.at.sheet)
    runtime.dispatch(Dismissed().to(App.at.sheet))
    #expect(runtime.model.sheet == nil)
    runtime.dispatch(AppMessage.present(5))
    held.withLock { $0 }[0](SheetMessage.heard("late"))
    #expect(runtime.model.sheet == Sheet(id: 5))
    #expect(runtime.statistics.gone == 1)
    runtime.requestShutdown()
  }

  @Test func whatIsInASheetLeavesByAMessageWithoutTheSheetsID() throws {
    let held = Locked<[Dispatcher]>([])
    let runtime = try started(held)
    runtime.dispatch(AppMessage.present(5))
    runtime.dispatch(SheetMessage.openDetail, to: App.at.sheet)
    runtime.dispatch(DetailMessage.begin, to: App.at.sheet.detail)
    runtime.dispatch(SheetMessage.closeDetail, to: App.at.sheet)
    runtime.dispatch(SheetMessage.openDetail, to: App.at.sheet)
    held.withLock { $0 }[0](DetailMessage.heard("late"))
    #expect(runtime.model.sheet?.detail == Detail())
    runtime.requestShutdown()
  }

  @Test func aRowThatLeavesThroughAComputedPropertyIsGone() throws {
    let held = Locked<[Dispatcher]>([])
    let runtime = try started(held)
    runtime.dispatch(SheetMessage.begin, to: App.at.rows[1])
    runtime.dispatch(Dismissed().to(App.at.first))
    #expect(runtime.model.rows.map(\.id) == [2])
    runtime.dispatch(AppMessage.insert(1))
    held.withLock { $0 }[0](SheetMessage.heard("late"))
    #expect(runtime.model.rows[0] == Sheet(id: 1))
    runtime.requestShutdown()
  }
}
