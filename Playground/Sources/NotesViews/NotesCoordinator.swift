#if canImport(UIKit)
  import KatanaRuntime
  import Notes
  import UIKit

  /// Presents what the model presents, and dismisses it.
  @MainActor final class NotesCoordinator {
    private let store: ObservableStore<Notes>
    private let root: UIViewController
    private var sheet: UIViewController?
    private var alert: UIViewController?
    private var observations: [ObservationToken] = []

    init(_ store: ObservableStore<Notes>, on root: UIViewController) {
      self.store = store
      self.root = root
      observations = [
        store.observe(\.editorID) { [weak self] id in self?.edit(id) },
        store.observe(\.deletion) { [weak self] note in self?.ask(about: note) },
      ]
    }

    private func edit(_ id: Int?) {
      let old = sheet
      sheet = nil
      if let id, let editor = store[Notes.at.editor[id]] {
        sheet = NoteEditorViewController(editor)
      }
      replace(old, by: sheet)
    }

    private func ask(about note: Int?) {
      let old = alert
      alert = nil
      if let note { alert = question(about: note) }
      replace(old, by: alert)
    }

    private func question(about note: Int) -> UIViewController {
      let question = UIAlertController(
        title: "Delete the note?", message: nil, preferredStyle: .alert)
      question.addAction(
        UIAlertAction(title: "Delete", style: .destructive) { [store] _ in
          store.dispatch(.deletionConfirmed(note))
        })
      question.addAction(
        UIAlertAction(title: "Keep", style: .cancel) { [store] _ in
          store.dispatch(.deletionCancelled)
        })
      return question
    }

    /// Dismisses a view controller that is still there, and then presents another one.
    private func replace(_ old: UIViewController?, by new: UIViewController?) {
      guard let old, old.presentingViewController != nil else { return present(new) }
      root.dismiss(animated: true) { [weak self] in self?.present(new) }
    }

    private func present(_ new: UIViewController?) {
      if let new { root.present(new, animated: true) }
    }
  }
#endif
