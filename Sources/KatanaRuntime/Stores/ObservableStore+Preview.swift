public import Katana

extension ObservableStore {
  /// Creates a store for a preview: its messages are handled, and nothing is performed.
  ///
  /// ```swift
  /// #Preview { NotesView(store: ObservableStore(previewing: notesProgram(Notes(title: "Milk")))) }
  /// ```
  ///
  /// It needs no interpreters: commands end at once without an answer, and subscriptions send nothing.
  /// The program stops if the parts of the model cannot be told apart.
  public convenience init(previewing program: Program<AppModel>) {
    do throws(WiringError) {
      let runtime = try Runtime(
        program,
        interpreters: [
          .holdingCommands(beside: []) { _ in },
          .holdingSubscriptions { _, _ in IdleSubscription() },
        ], options: RuntimeOptions(execution: .main))
      runtime.start()
      self.init(runtime)
    } catch {
      fatalError("The preview cannot be made. \(error)")
    }
  }
}

private final class IdleSubscription: SubscriptionInterpreter {
  typealias Sub = NoSubscription

  func start() {}
  func stop() {}
}

/// Names the type of the subscriptions that are not run.
private struct NoSubscription: Subscription {}
