import KatanaRuntime
import KatanaTesting
import Testing

/// What is sent to an address, and to what it is relative.
@Suite struct AddressedSendingTests {
  enum RowMessage: Message, Equatable { case tapped, asked, renamed(String), absolute, relative }
  enum SheetMessage: Message, Equatable { case counted }
  struct Expired: GlobalMessage, Equatable {}
  struct Ask: Command { var reply: Reply<Void> }

  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var name = ""
    var taps = 0
  }
  struct Panel: Model, Equatable {
    typealias Receives = RowMessage
    var rows = [Row(id: 7)]
  }
  struct Sheet: Model, Equatable {
    typealias Receives = SheetMessage
    var rows = [Row(id: 1), Row(id: 7)]
    var panel = Panel()
    var count = 0
  }
  struct App: Model, Equatable {
    var rows = [Row(id: 7)]
    var sheet: Sheet? = Sheet()
    var expired = 0
  }

  static let row = CombinedUpdater<Row>([
    .full(
      TypedFunctionUpdater { (model: inout Row, message: RowMessage) in
        switch message {
        case .tapped: model.taps += 1
        case .renamed(let name): model.name = name
        case .asked: return [Ask(reply: Reply(Expired()))]
        case .absolute: return [Ask(reply: Reply { RowMessage.tapped.to(App.at.rows[7]) })]
        case .relative: return [Send(.tapped, to: Row.at)]
        }
        return []
      })
  ])
  static let sheet = CombinedUpdater<Sheet>([
    .each(\.rows, row),
    .full(
      TypedFunctionUpdater { (model: inout Sheet, message: SheetMessage) in
        model.count += 1
        // Relative to the sheet that returns it.
        return [
          Send(.tapped, to: Sheet.at.rows[7]), Ask(reply: Reply(SheetMessage.counted)),
        ]
      }),
    .slice(
      \.panel,
      CombinedUpdater<Panel>([
        .each(\.rows, row),
        .full(
          TypedFunctionUpdater { (model: inout Panel, message: RowMessage) in
            // Relative to a slice, whose address is not known to the command.
            [Ask(reply: Reply { RowMessage.tapped.to(Panel.at.rows[7]) })]
          }),
      ])),
  ])
  static let app = CombinedUpdater<App>([
    .each(\.rows, row), .optional(\.sheet, sheet),
    .full(
      TypedFunctionUpdater { (model: inout App, message: Expired) in
        model.expired += 1
        return []
      }),
  ])

  private func start(
    limit: Int = 1
  ) throws -> (Runtime<App>, IssueRecorder) {
    let issues = IssueRecorder()
    let asked = Locked(0)
    let runtime = try Runtime(
      Program(model: App(), Self.app),
      interpreters: [
        .command(Ask.self) { command, dispatch in
          if asked.withLock({
            $0 += 1; return $0 <= limit
          }) {
            dispatch(command.reply(()))
          }
        }
      ], options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    return (runtime, issues)
  }

  @Test func aRuntimeReadsAChildByItsAddress() throws {
    let (runtime, issues) = try start()
    runtime.dispatch(.tapped, to: App.at.sheet.rows[7])
    runtime.dispatch(.renamed("x"), to: App.at.sheet.rows[7])
    #expect(runtime[App.at.sheet.rows[7]] == Row(id: 7, name: "x", taps: 1))
    #expect(issues.kinds == [])
    runtime.requestShutdown()
  }

  @Test func aChildThatIsGoneIsNilAndItsMessagesAreCounted() throws {
    let (runtime, issues) = try start()
    runtime.dispatch(.tapped, to: App.at.rows[8])
    #expect(runtime[App.at.rows[8]] == nil)
    #expect(runtime.statistics.gone == 1)
    #expect(issues.kinds == [])
    runtime.requestShutdown()
  }

  @Test func anAddressFromTheAppsModelIsAbsolute() throws {
    let (runtime, issues) = try start()
    runtime.dispatch(.absolute, to: App.at.sheet.rows[1])
    #expect(runtime.model.rows[0].taps == 1)
    #expect(issues.kinds == [])
    runtime.requestShutdown()
  }

  @Test func anotherAddressIsRelativeToTheChildThatReturnedTheCommand() throws {
    let (runtime, issues) = try start()
    runtime.dispatch(.relative, to: App.at.sheet.rows[1])
    #expect(runtime.model.sheet?.rows[0].taps == 1)
    runtime.dispatch(.counted, to: App.at.sheet)
    // The sheet's row got the message, and the sheet its answer.
    #expect(runtime.model.sheet?.rows[1].taps == 2)
    #expect(runtime.model.sheet?.count == 2)
    #expect(runtime.model.rows[0].taps == 0)
    #expect(issues.kinds == [])
    runtime.requestShutdown()
  }

  @Test func anAddressMayBeRelativeToASlice() throws {
    let (runtime, issues) = try start()
    runtime.dispatch(.tapped, to: App.at.sheet.panel)
    #expect(runtime.model.sheet?.panel.rows[0].taps == 1)
    #expect(runtime.model.sheet?.rows[1].taps == 0)
    #expect(issues.kinds == [])
    runtime.requestShutdown()
  }

  @Test func aGlobalMessageReachesWhatAMessageWithoutAnAddressReaches() throws {
    let (runtime, issues) = try start()
    runtime.dispatch(.asked, to: App.at.sheet.rows[1])
    #expect(runtime.model.expired == 1)
    #expect(issues.kinds == [])
    runtime.requestShutdown()
  }

  @Test func aDispatcherSendsToAnAddress() throws {
    let (runtime, _) = try start()
    runtime.dispatcher(.tapped, to: App.at.rows[7])
    runtime.dispatcher(.tapped, to: App.at.rows[7])
    #expect(runtime.model.rows[0].taps == 2)
    runtime.requestShutdown()
  }

  struct Beats: Subscription {
    var reply = Reply { RowMessage.tapped.to(App.at.rows[7]) }
  }

  final class BeatsInterpreter: SubscriptionInterpreter {
    typealias Sub = Beats

    private let dispatch: SubscriptionDispatcher<Beats>

    init(_ dispatch: SubscriptionDispatcher<Beats>) { self.dispatch = dispatch }

    func start() { dispatch { $0.reply(()) } }
    func stop() {}
  }

  @Test func anAddressFromTheAppsModelIsAbsoluteInASubscriptionToo() throws {
    let issues = IssueRecorder()
    let sheet = CombinedUpdater<Sheet>([
      .full(FunctionSubscriptionProvider<Sheet> { _ in [Beats()] })
    ])
    let runtime = try Runtime(
      Program(model: App(), Self.app, CombinedUpdater<App>([.optional(\.sheet, sheet)])),
      interpreters: [.subscription { (_: Beats, dispatch) in BeatsInterpreter(dispatch) }],
      options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    #expect(runtime.model.rows[0].taps == 1)
    #expect(issues.kinds == [])
    runtime.requestShutdown()
  }
}
