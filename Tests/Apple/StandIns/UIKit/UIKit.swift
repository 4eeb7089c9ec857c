// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these.

// What the examples use of UIKit: declarations without code, from
// https://developer.apple.com/documentation/uikit. See `Tests/Apple/README.md`.

@_exported public import Foundation

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIViewController: UIResponder {
  public init(nibName: String?, bundle: Bundle?) { fatalError() }
  public required init?(coder: NSCoder) { fatalError() }
  open var view: UIView! {
    get { fatalError() }
    set { fatalError() }
  }
  open var title: String?
  open func loadView() { fatalError() }
  open func viewDidLoad() { fatalError() }
  open func viewDidDisappear(_ animated: Bool) { fatalError() }
  open var isBeingDismissed: Bool { fatalError() }
  open func present(
    _ viewController: UIViewController, animated: Bool, completion: (() -> Void)? = nil
  ) { fatalError() }
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) { fatalError() }
  open var presentedViewController: UIViewController? { fatalError() }
}

@MainActor open class UIView: UIResponder {
  public init(frame: CGRect) { fatalError() }
}

@MainActor open class UIStackView: UIView {
  public init(arrangedSubviews views: [UIView]) { fatalError() }
  open var axis: NSLayoutConstraint.Axis = .horizontal
  open var spacing: CGFloat = 0
}

@MainActor open class NSLayoutConstraint: NSObject {
  public enum Axis: Int, Sendable { case horizontal, vertical }
}

@MainActor open class UILabel: UIView {
  open var text: String?
}

@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var editingChanged: UIControl.Event { fatalError() }
  }
  open func addAction(_ action: UIAction, for events: UIControl.Event) { fatalError() }
  open var isEnabled: Bool = true
}

@MainActor open class UIButton: UIControl {
  public init(type: ButtonType, primaryAction: UIAction?) { fatalError() }
  public enum ButtonType: Int, Sendable { case system }
}

@MainActor open class UITextField: UIControl {
  open var text: String?
}

@MainActor open class UIAction: NSObject {
  public init(title: String = "", handler: @escaping UIActionHandler) { fatalError() }
}

public typealias UIActionHandler = (UIAction) -> Void
