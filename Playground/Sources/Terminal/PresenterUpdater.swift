import Katana

/// Shows the messages of a feature at the terminal. It does not read the model of the feature, so it
/// may be registered before or after it.
struct PresenterUpdater<Shows: Presenter>: TypedUpdater {
  let presenter: Shows

  func update(model: inout TerminalModel, message: Shows.Shown) -> [any Command] {
    presenter.output(for: message).map { model.show($0) } ?? []
  }
}
