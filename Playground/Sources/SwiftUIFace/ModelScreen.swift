#if canImport(SwiftUI)
  import Foundation
  public import KatanaRuntime
  public import KatanaViews
  public import SwiftUI

  /// Shows a model by the same view that the terminal shows.
  ///
  /// ```swift
  /// WindowGroup { ModelScreen(runtime, shoppingView) }
  /// ```
  public struct ModelScreen<AppModel: Model>: View where AppModel.Receives: Equatable {
    @State private var store: ObservableStore<AppModel>
    private let runtime: Runtime<AppModel>
    private let view: (AppModel) -> ViewOf<AppModel>

    /// Creates a screen of an app.
    public init(_ runtime: Runtime<AppModel>, _ view: @escaping (AppModel) -> ViewOf<AppModel>) {
      self.runtime = runtime
      self.view = view
      _store = State(wrappedValue: ObservableStore(runtime))
    }

    /// The tree of the newest model. Reading the model through the store makes SwiftUI ask again
    /// when it changes.
    public var body: some View {
      NodeView(
        node: view(store[dynamicMember: \.self]).node, outer: ViewContext(),
        send: { [runtime] in runtime.dispatch($0) })
    }
  }

  /// A node, and those in it.
  struct NodeView: View {
    let node: ViewNode
    let outer: ViewContext
    let send: @MainActor @Sendable (any Message) -> Void

    private var context: ViewContext { outer.entering(node) }

    var body: some View {
      decorated(content)
        .disabled(node.isDisabled)
        .accessibilityLabel(node.label ?? "")
    }

    // The types of the branches differ too much for one builder.
    private var content: AnyView {
      switch node.content {
      case .text(let text): AnyView(styled(Text(text), node.look.style))
      case .styledText(let parts):
        AnyView(HStack { indexed(parts.map(\.text)) { styled(Text($0), parts[$1].style) } })
      case .row(let nodes): AnyView(HStack { children(nodes) })
      case .column(let nodes), .group(let nodes): AnyView(VStack { children(nodes) })
      case .layers(let nodes): AnyView(ZStack { children(nodes) })
      case .grid(let columns, let nodes): AnyView(grid(columns.count, nodes))
      case .list(let list): AnyView(rows(list))
      case .scroll(let inner, _): AnyView(ScrollView { child(inner) })
      // SwiftUI chooses the first that fits.
      case .fitting(let nodes): AnyView(ViewThatFits { children(nodes) })
      case .divider: AnyView(Divider())
      case .dialog(let title, let inner): AnyView(dialog(title, inner))
      case .part(let part): AnyView(child(part.node))
      case .drawing(let drawing): AnyView(drawn(drawing))
      case .table(let headers, let list):
        AnyView(
          VStack {
            HStack { children(headers) }; child(list)
          })
      default: AnyView(control)
      }
    }

    // MARK: Controls

    private var control: AnyView {
      switch node.content {
      case .button(let title): AnyView(Button(title) { press() })
      case .checkbox(let label, let isOn):
        AnyView(Toggle(label, isOn: binding(isOn, node.changedFlag)))
      case .slider(let label, let value, let range, let step):
        AnyView(
          Slider(value: binding(value, node.changedNumber), in: range, step: step) { Text(label) })
      case .select(let label, let options, let chosen):
        AnyView(
          Picker(label, selection: binding(chosen ?? -1, node.changedIndex)) {
            indexed(options) { option, _ in Text(option) }
          })
      case .input(let input): AnyView(field(input))
      case .progress(let part): AnyView(ProgressView(value: part?.to))
      case .spinner: AnyView(ProgressView())
      default: AnyView(EmptyView())
      }
    }

    @ViewBuilder private func field(_ input: ViewInput) -> some View {
      let text = binding(input.text, node.changedText)
      switch input.kind {
      case .secret: SecureField(input.label, text: text).onSubmit { perform(node.submit) }
      case .area: TextEditor(text: text)
      case .line: TextField(input.label, text: text).onSubmit { perform(node.submit) }
      }
    }

    /// The value of the model; what the person changes becomes a message.
    private func binding<Value: Sendable>(_ value: Value, _ reply: Reply<Value>?) -> Binding<Value>
    {
      let (context, send) = (context, send)
      return Binding(
        get: { value },
        set: { new in
          guard let reply else { return }
          MainActor.assumeIsolated { send(context.message(of: reply, new)) }
        })
    }

    private var isButton: Bool { if case .button = node.content { true } else { false } }

    private func press() { perform(node.press) }

    private func perform(_ action: ViewAction?) {
      if let action, !context.isDisabled { send(context.message(of: action)) }
    }

    // MARK: Several views

    private func child(_ node: ViewNode) -> NodeView {
      NodeView(node: node, outer: context, send: send)
    }

    private func children(_ nodes: [ViewNode]) -> some View {
      // What tells a node from its siblings is its key, or its index.
      let keys = nodes.enumerated().map { $1.key ?? ViewKey($0) }
      let all = Dictionary(zip(keys, nodes)) { first, _ in first }
      return ForEach(keys, id: \.self) { key in all[key].map(child) }
    }

    private func rows(_ list: ViewList) -> some View {
      ScrollView {
        LazyVStack {
          ForEach(0..<list.count, id: \.self) { index in
            let row = list.row(at: index)
            child(row).onTapGesture { perform(row.press ?? row.select) }
          }
        }
      }
    }

    private func grid(_ columns: Int, _ nodes: [ViewNode]) -> some View {
      let starts = Array(stride(from: 0, to: nodes.count, by: max(columns, 1)))
      return VStack {
        ForEach(starts, id: \.self) { start in
          HStack { children(Array(nodes[start..<min(start + columns, nodes.count)])) }
        }
      }
    }

    private func indexed<Content: View>(
      _ texts: [String], @ViewBuilder _ content: @escaping (String, Int) -> Content
    ) -> some View {
      ForEach(texts.indices, id: \.self) { content(texts[$0], $0) }
    }

    private func dialog(_ title: String, _ inner: ViewNode) -> some View {
      VStack {
        styled(Text(title), .heading)
        child(inner)
        if node.cancel != nil { Button("✕") { perform(node.cancel) } }
      }
    }

    private func drawn(_ drawing: ViewDrawing) -> some View {
      let (context, reply, send) = (context, node.pointer, send)
      return Canvas { canvas, size in
        let scale = Scale(drawing, size)
        for figure in drawing.figures {
          canvas.fill(scale.path(of: figure), with: .color(color(of: figure.style)))
        }
      }
      .onTapGesture { location in
        guard let reply else { return }
        let event = DrawingPointer(.down, x: Double(location.x), y: Double(location.y))
        send(context.message(of: reply, event))
      }
    }

    // MARK: How it looks

    private func decorated(_ content: AnyView) -> some View {
      content
        .padding(CGFloat(node.look.padding) * 8)
        .frame(maxWidth: node.look.width.weight > 0 ? .infinity : nil)
        .frame(maxHeight: node.look.height.weight > 0 ? .infinity : nil)
        .onTapGesture { if !isButton { press() } }
    }

    private func styled(_ text: Text, _ style: ViewStyle) -> Text {
      var text = text.foregroundColor(color(of: style))
      if !style.isDisjoint(with: [.heading, .strong]) { text = text.bold() }
      if style.contains(.emphasis) { text = text.italic() }
      return text
    }

    private func color(of style: ViewStyle) -> Color {
      if style.contains(.danger) { return .red }
      if style.contains(.warning) { return .orange }
      if style.contains(.success) { return .green }
      if style.contains(.accent) { return .accentColor }
      return style.contains(.muted) ? .secondary : .primary
    }
  }

#endif
