#if canImport(Combine)
  import Combine
  import KatanaRuntime
  import Notes

  /// Connects the store with code that uses Combine.
  @MainActor final class NotesPublishers {
    /// The title, for code that subscribes to it.
    let title: CurrentValueSubject<String, Never>
    private var observation: ObservationToken?
    private var cancellables: Set<AnyCancellable> = []

    /// - Parameter titles: What other code publishes, on the main thread.
    init(_ store: ObservableStore<Notes>, titles: some Publisher<String, Never>) {
      title = CurrentValueSubject(store.title)
      observation = store.observe(\.title) { [title] in title.send($0) }
      titles.sink { store.dispatch(.titleChanged($0)) }.store(in: &cancellables)
    }
  }
#endif
