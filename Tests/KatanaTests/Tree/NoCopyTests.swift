import Katana
import Testing

/// A model that holds a large array is never copied by any kind of part when one element changes.
@Suite struct NoCopyTests {
  struct Big: Model, Identifiable, Equatable {
    typealias Receives = Change
    var id = 1
    var elements = Array(0..<10_000)
  }

  enum Change: Message { case element }

  struct BigUpdater: TypedUpdater {
    func update(model: inout Big, message: Change) -> [any Command] {
      model.elements[17] += 1
      return []
    }
  }

  /// As `Big`, but without an `id`.
  struct Plain: Model {
    typealias Receives = Change
    var elements = Array(0..<10_000)
  }

  struct PlainUpdater: TypedUpdater {
    func update(model: inout Plain, message: Change) -> [any Command] {
      model.elements[17] += 1
      return []
    }
  }

  enum Screen: Model, Equatable {
    case list(Big)
    case empty

    var big: Big? { if case .list(let big) = self { big } else { nil } }
  }

  struct App: Model {
    var name = "app"
    var big = Big()
    var sheet: Big? = Big()
    var plain: Plain? = Plain()
    var screen = Screen.list(Big())
    var rows = [Big(id: 1), Big(id: 2)]
    var all = [Big()]
  }

  /// Where the array's elements lie; the array itself is not held.
  private func address(_ elements: borrowing [Int]) -> UnsafeRawPointer? {
    elements.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }

  private func expectNoCopy(
    _ updater: some Updater<App>, _ message: any Message = Change.element,
    of elements: (borrowing App) -> [Int], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var model = App()
    let before = address(elements(model))
    let commands: [any Command] = updater.update(model: &model, message: message)
    #expect(commands.isEmpty, sourceLocation: sourceLocation)
    #expect(elements(model)[17] == 18, "the element has changed", sourceLocation: sourceLocation)
    #expect(address(elements(model)) == before, "in place", sourceLocation: sourceLocation)
  }

  @Test func full() {
    struct AppUpdater: TypedUpdater {
      func update(model: inout App, message: Change) -> [any Command] {
        model.big.elements[17] += 1
        return []
      }
    }
    expectNoCopy(AppUpdater(), of: { $0.big.elements })
    expectNoCopy(CombinedUpdater<App>([.full(AppUpdater())]), of: { $0.big.elements })
  }

  @Test func slice() {
    expectNoCopy(CombinedUpdater<App>([.slice(\.big, BigUpdater())]), of: { $0.big.elements })
  }

  @Test func sliceOfSlices() {
    struct Root: Model { var app = App() }
    let app = CombinedUpdater<App>([.slice(\.big, BigUpdater())])
    let root = CombinedUpdater<Root>([.slice(\.app, app)])
    var model = Root()
    let before = address(model.app.big.elements)
    _ = root.update(model: &model, message: Change.element) as [any Command]
    #expect(model.app.big.elements[17] == 18)
    #expect(address(model.app.big.elements) == before)
  }

  @Test func sliceByClosure() {
    let first = ClosurePart<App, Big>("first") { model, change in change(&model.all[0]) }
    expectNoCopy(
      CombinedUpdater<App>([.slice(first, BigUpdater())]), of: { $0.all[0].elements })
  }

  @Test func optional() {
    expectNoCopy(
      CombinedUpdater<App>([.optional(\.sheet, BigUpdater())]), Change.element.to(App.at.sheet),
      of: { $0.sheet?.elements ?? [] })
  }

  @Test func enumCase() {
    let list = EnumCase("list", Screen.list) { $0.big }
    expectNoCopy(
      CombinedUpdater<App>([.case(\.screen, list, BigUpdater())]),
      Change.element.to(App.at.screen[case: list]),
      of: { $0.screen.big?.elements ?? [] })
  }

  @Test func each() {
    expectNoCopy(
      CombinedUpdater<App>([.each(\.rows, BigUpdater())]), Change.element.to(App.at.rows[2]),
      of: { $0.rows[1].elements })
  }

  @Test func optionalWithoutIdentity() {
    let updater = CombinedUpdater<App>([.optional(\.plain, PlainUpdater())])
    let elements: (borrowing App) -> [Int] = { $0.plain?.elements ?? [] }
    expectNoCopy(updater, Change.element.to(App.at.plain), of: elements)
  }

  @Test func functionUpdaterWithConsumingParameter() {
    expectNoCopy(
      FunctionUpdater<App> { (model: consuming App, message) in
        model.big.elements[17] += 1
        return (model, [])
      }, of: { $0.big.elements })
  }

  @Test func functionUpdaterInASlice() {
    let function = FunctionUpdater<Big> { (model: consuming Big, message) in
      model.elements[17] += 1
      return (model, [])
    }
    expectNoCopy(CombinedUpdater<App>([.slice(\.big, function)]), of: { $0.big.elements })
    expectNoCopy(
      CombinedUpdater<App>([.optional(\.sheet, function)]), Change.element.to(App.at.sheet),
      of: { $0.sheet?.elements ?? [] })
  }
}
