// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents these.

nonisolated public struct Text: PrimitiveView {
  public init<S: StringProtocol>(_ content: S) { fatalError() }
}

nonisolated public struct TextField<Label: View>: PrimitiveView {}

extension TextField where Label == Text {
  nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) { fatalError() }
}

nonisolated public struct Toggle<Label: View>: PrimitiveView {}

extension Toggle where Label == Text {
  nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { fatalError() }
}

nonisolated public struct ButtonRole: Equatable, Sendable {
  public static var destructive: ButtonRole { fatalError() }
  public static var cancel: ButtonRole { fatalError() }
}

nonisolated public struct Button<Label: View>: PrimitiveView {
  nonisolated public init(
    action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) { fatalError() }
}

extension Button where Label == Text {
  nonisolated public init<S: StringProtocol>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) { fatalError() }
  nonisolated public init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) { fatalError() }
}

nonisolated public struct VStack<Content: View>: PrimitiveView {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

nonisolated public struct HStack<Content: View>: PrimitiveView {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

nonisolated public struct Form<Content: View>: PrimitiveView {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

nonisolated public struct List<SelectionValue: Hashable, Content: View>: PrimitiveView {}

extension List where SelectionValue == Never {
  nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

nonisolated public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View where Content: View {
  public var body: Never { fatalError() }
}

extension ForEach: PrimitiveView where Content: View {}

extension ForEach where Content: View {
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { fatalError() }
}

extension ForEach where Content: View, ID == Data.Element.ID, Data.Element: Identifiable {
  nonisolated public init(
    _ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { fatalError() }
}

nonisolated public struct NavigationStack<Data, Root: View>: PrimitiveView {
  nonisolated public init(
    path: Binding<Data>, @ViewBuilder root: () -> Root
  )
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection,
    Data.Element: Hashable
  { fatalError() }
}

nonisolated public struct NavigationLink<Label: View, Destination: View>: PrimitiveView {}

extension NavigationLink where Destination == Never, Label == Text {
  nonisolated public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) { fatalError() }
}

extension View {
  nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    EmptyView()
  }

  nonisolated public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { EmptyView() }

  nonisolated public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { EmptyView() }

  nonisolated public func alert<S: StringProtocol, A: View>(
    _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View { EmptyView() }

  nonisolated public func alert<S: StringProtocol, A: View, T>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A
  ) -> some View { EmptyView() }

  nonisolated public func alert<S: StringProtocol, A: View, M: View, T>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View { EmptyView() }

  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    EmptyView()
  }
}
