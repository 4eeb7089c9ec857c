import KatanaRuntime
import Testing

/// The payload of a case is read from a copy, which must live as long as what is in it is read.
@MainActor @Suite struct CopiedChildTests {
  struct Touched: Message {}
  struct Row: Model, Identifiable {
    typealias Receives = Touched
    var id: Int
    var touches = 0
  }
  struct Page: Model {
    // First, where the system writes when the memory is freed.
    var rows: [Row]
    var name = "page"
  }
  enum Screen: Model {
    case empty
    case page(Page)

    // The copy is the only owner of these rows.
    static let pageCase = EnumCase("page", Screen.page) {
      if case .page(let page) = $0 { Page(rows: page.rows.map { $0 }) } else { nil }
    }
  }
  struct App: Model { var screen = Screen.page(Page(rows: (0..<100).map { Row(id: $0) })) }

  @Test func aStoreOfARowInACaseReadsALivingCopy() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let row = TypedFunctionUpdater { (model: inout Row, _: Touched) in
        model.touches += 1
        return []
      }
      let feature = CombinedUpdater<App>([
        .case(\.screen, Screen.pageCase, CombinedUpdater<Page>([.each(\.rows, row)]))
      ])
      let runtime = try Runtime(
        Program(model: App(), feature), options: RuntimeOptions(execution: .main))
      runtime.start()
      let store = ObservableStore(runtime)
      let addresses = (0..<100).map { App.at.screen[case: Screen.pageCase].rows[$0] }
      let children = addresses.compactMap { store[$0] }
      for _ in 0..<3 { for address in addresses { runtime.dispatch(Touched(), to: address) } }
      #expect(children.count == 100 && children.allSatisfy { $0.touches == 3 })
      runtime.requestShutdown()
    }
  }
}
