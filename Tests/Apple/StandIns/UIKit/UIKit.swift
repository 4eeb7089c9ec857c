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
  open var presentingViewController: UIViewController? { fatalError() }
}

@MainActor open class UIView: UIResponder {
  public init(frame: CGRect) { fatalError() }
  open var isHidden: Bool = false
  open var window: UIWindow? { fatalError() }
  public class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void
  ) { fatalError() }
}

@MainActor open class UIWindow: UIView {}

@MainActor open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable { case actionSheet, alert }
  public convenience init(title: String?, message: String?, preferredStyle: Style) { fatalError() }
  open func addAction(_ action: UIAlertAction) { fatalError() }
}

@MainActor open class UIAlertAction: NSObject {
  public enum Style: Int, Sendable { case `default`, cancel, destructive }
  public convenience init(
    title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil
  ) { fatalError() }
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
