#if canImport(UIKit)
  import KatanaRuntime
  import Notes
  import UIKit

  /// A view controller that shows one child of the model, and sends it messages.
  final class NoteEditorViewController: UIViewController {
    private let editor: ObservableChild<NoteEditor>
    private let textField = UITextField(frame: .zero)
    private let problem = UILabel(frame: .zero)
    private var observations: [ObservationToken] = []

    init(_ editor: ObservableChild<NoteEditor>) {
      self.editor = editor
      super.init(nibName: nil, bundle: nil)
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
      observations = [
        editor.observe(\.text) { [weak self] text in
          if self?.textField.text != text { self?.textField.text = text }
        },
        editor.observe(\.problem) { [weak self] problem in
          save.isEnabled = problem == nil
          self?.show(problem)
        },
      ]
    }

    private func show(_ text: String?) {
      problem.text = text
      // The first call comes before the view is on the screen.
      UIView.animate(withDuration: view.window == nil ? 0 : 0.25) { [problem] in
        problem.isHidden = text == nil
      }
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      // By a gesture, perhaps. If the model has closed the sheet, this message reaches nobody.
      if isBeingDismissed { editor.dismiss() }
    }
  }
#endif
