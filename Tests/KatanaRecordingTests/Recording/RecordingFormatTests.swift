import Katana
import Testing

@testable import KatanaRecording

/// The payload types that a format finds in a program.
@Suite struct RecordingFormatTests {
  struct Node: Model, Codable, Identifiable {
    var id: Int
    var nodes: [Node] = []
  }

  enum NodeMessage: Message, Codable { case touched }

  struct App: Model, Codable {
    var nodes: [Node] = []
  }

  enum AppMessage: Message, Codable { case started }
  enum Hidden: Message { case started }
  enum Stated: Message, Codable { case started }

  /// States one of the types that it takes.
  struct Wide: PureUpdater {
    var takes: MessageTypes { .only([Stated.self, Hidden.self]) }

    func updated(model: App, message: any Message) -> (App, [any Command]) { (model, []) }
  }

  private static func typed<M: Message, TypedModel: Model>(
    _ type: M.Type, of model: TypedModel.Type
  ) -> TypedFunctionUpdater<TypedModel, M> {
    TypedFunctionUpdater { _, _ in [] }
  }

  private static let node: CombinedUpdater<Node> = CombinedUpdater([
    .full(typed(NodeMessage.self, of: Node.self)), .each(\.nodes, LazyFeature { node }),
  ])

  private static let program: Program<App> = Program(
    model: App(),
    CombinedUpdater<App>([
      .full(typed(AppMessage.self, of: App.self)), .full(typed(Hidden.self, of: App.self)),
      .full(Wide()), .each(\.nodes, node),
    ]))

  @Test func allTypesThatCanBeWrittenAreFound() {
    let format = RecordingFormat(everyPayloadOf: Self.program)
    for type: Any.Type in [App.self, AppMessage.self, NodeMessage.self, Stated.self] {
      #expect(format.payloads.contains(type), "\(type)")
    }
    #expect(!format.payloads.contains(Hidden.self))
    #expect(format.recordsModel)
  }

  @Test func whatIsLeftOutIsNotRecorded() {
    let format = RecordingFormat(everyPayloadOf: Self.program, except: [App.self, AppMessage.self])
    #expect(!format.recordsModel)
    #expect(!format.payloads.contains(AppMessage.self))
    #expect(format.payloads.contains(NodeMessage.self))
  }
}
