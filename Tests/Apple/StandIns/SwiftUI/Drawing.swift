// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these.

public import Foundation

nonisolated public struct AnyView: PrimitiveView {
  public init<V: View>(_ view: V) { fatalError() }
}

nonisolated public struct Color: View, Hashable, Sendable {
  public static let red = Color()
  public static let orange = Color()
  public static let green = Color()
  public static let accentColor = Color()
  public static let primary = Color()
  public static let secondary = Color()
  public var body: Never { fatalError() }
}

extension Text {
  public func bold() -> Text { fatalError() }
  public func italic() -> Text { fatalError() }
  public func foregroundColor(_ color: Color?) -> Text { fatalError() }
}

nonisolated public struct ZStack<Content: View>: PrimitiveView {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

nonisolated public struct LazyVStack<Content: View>: PrimitiveView {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

nonisolated public struct ScrollView<Content: View>: PrimitiveView {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

nonisolated public struct ViewThatFits<Content: View>: PrimitiveView {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

nonisolated public struct Divider: PrimitiveView {
  nonisolated public init() { fatalError() }
}

nonisolated public struct SecureField<Label: View>: PrimitiveView {}

extension SecureField where Label == Text {
  nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) { fatalError() }
}

nonisolated public struct TextEditor: PrimitiveView {
  nonisolated public init(text: Binding<String>) { fatalError() }
}

nonisolated public struct Slider<Label: View>: PrimitiveView {
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride,
    @ViewBuilder label: () -> Label
  ) where V.Stride: BinaryFloatingPoint { fatalError() }
}

nonisolated public struct Picker<Label: View, SelectionValue: Hashable, Content: View>:
  PrimitiveView
{}

extension Picker where Label == Text {
  nonisolated public init<S: StringProtocol>(
    _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) { fatalError() }
}

nonisolated public struct ProgressView: PrimitiveView {
  nonisolated public init() { fatalError() }
  nonisolated public init<V: BinaryFloatingPoint>(value: V?) { fatalError() }
}

nonisolated public struct StrokeStyle: Equatable, Sendable {
  public init(lineWidth: CGFloat = 1) { fatalError() }
}

nonisolated public struct Path: Equatable, Sendable {
  public init() { fatalError() }
  public init(_ rect: CGRect) { fatalError() }
  public init(ellipseIn rect: CGRect) { fatalError() }
  public mutating func move(to end: CGPoint) { fatalError() }
  public mutating func addLine(to end: CGPoint) { fatalError() }
  public func strokedPath(_ style: StrokeStyle) -> Path { fatalError() }
}

nonisolated public struct GraphicsContext {
  nonisolated public struct Shading: Sendable {
    public static func color(_ color: Color) -> Shading { fatalError() }
  }
  public func fill(_ path: Path, with shading: Shading) { fatalError() }
}

nonisolated public struct Canvas<Symbols: View>: PrimitiveView {}

extension Canvas where Symbols == EmptyView {
  nonisolated public init(renderer: @escaping (inout GraphicsContext, CGSize) -> Void) {
    fatalError()
  }
}

extension View {
  nonisolated public func disabled(_ disabled: Bool) -> some View { self }
  nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { self }
  nonisolated public func padding(_ length: CGFloat) -> some View { self }
  nonisolated public func frame(
    maxWidth: CGFloat? = nil, maxHeight: CGFloat? = nil
  ) -> some View { self }
  nonisolated public func onSubmit(_ action: @escaping () -> Void) -> some View { self }
  nonisolated public func onTapGesture(perform action: @escaping () -> Void) -> some View { self }
  nonisolated public func onTapGesture(
    perform action: @escaping (CGPoint) -> Void
  ) -> some View { self }
}
