#if canImport(UIKit)
  import KatanaRuntime
  import Notes
  import UIKit

  /// A view controller that shows one child of the model, and sends it messages.
  final class NoteEditorViewController: UIViewController {
    private let editor: ChildRuntime<Notes, NoteEditor>
    private let textField = UITextField(frame: .zero)
    private let problem = UILabel(frame: .zero)
    private var observation: ObservationToken?

    init(_ runtime: Runtime<Notes>) {
      editor = runtime[Notes.at.editor]
      super.init(nibName: nil, bundle: nil)
      observation = runtime.observe(\.editor) { [weak self] editor in
        // The runtime calls this where it handles messages, which is the main actor.
        MainActor.assumeIsolated { self?.show(editor) }
      }
    }

    required init?(coder: NSCoder) { fatalError("The view controller is made in code.") }

    override func loadView() {
      let save = UIButton(
        type: .system,
        primaryAction: UIAction(title: "Save") { [editor] _ in editor.dispatch(.saveTapped) })
      textField.addAction(
        UIAction { [weak self] _ in
          self?.editor.dispatch(.textChanged(self?.textField.text ?? ""))
        }, for: .editingChanged)
      let stack = UIStackView(arrangedSubviews: [textField, problem, save])
      stack.axis = .vertical
      view = stack
    }

    private func show(_ editor: NoteEditor?) {
      guard let editor else { return dismiss(animated: true) }
      if textField.text != editor.text { textField.text = editor.text }
      problem.text = editor.problem
    }
  }
#endif
