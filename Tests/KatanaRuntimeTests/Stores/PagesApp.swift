import KatanaRuntime

/// An app that presents a page, which may have an alert, above a stack of pages.
enum PagesApp {
  struct Page: Model, Identifiable, Equatable {
    typealias Receives = PageMessage
    var id: Int
    var text = ""
    var isOn = false
    var alert: Alert?
  }
  struct Alert: Model, Equatable {
    typealias Receives = PageMessage
    var text = ""
  }
  struct App: Model {
    typealias Receives = AppMessage
    var sheet: Page?
    var path: [Page] = []
  }
  enum PageMessage: Message, Equatable { case renamed(String), toggled, alerted }
  enum AppMessage: Message { case presented(Int), closed, pushed(Int), reversed, removed(Int) }

  private static let page = CombinedUpdater<Page>([
    .full(
      TypedFunctionUpdater { (model: inout Page, message: PageMessage) in
        switch message {
        case .renamed(let text): model.text = text
        case .toggled: model.isOn.toggle()
        case .alerted: model.alert = Alert()
        }
        return []
      }),
    .optional(\.alert, TypedFunctionUpdater { (_: inout Alert, _: PageMessage) in [] }),
  ])

  private static let app = CombinedUpdater<App>([
    .full(
      TypedFunctionUpdater { (model: inout App, message: AppMessage) in
        switch message {
        case .presented(let id): model.sheet = Page(id: id)
        case .closed: model.sheet = nil
        case .pushed(let id): model.path.append(Page(id: id))
        case .reversed: model.path.reverse()
        case .removed(let id): model.path.removeAll { $0.id == id }
        }
        return []
      }),
    .optional(\.sheet, page), .each(\.path, page),
  ])

  @MainActor static func start(
    _ model: App = App()
  ) throws -> (Runtime<App>, ObservableStore<App>) {
    let runtime = try Runtime(
      Program(model: model, app), options: RuntimeOptions(execution: .main))
    runtime.start()
    return (runtime, ObservableStore(runtime))
  }
}
