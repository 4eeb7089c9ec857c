public import Katana

extension Handler {
  /// All operations. Of two that match a path, the first one answers.
  static let all = users + profiles + articles + comments + tags
}

/// All logic of the server.
public let serverFeature = CombinedUpdater<ServerModel>(
  Handler.all.flatMap { $0.parts() } + [.full(sessionUpdater), .full(samplesFeature)]
).saving()

/// The server as a program: a request is a message, the store is the model, and the answer is the
/// command ``Respond``, which follows a ``Save`` if the store has changed.
///
/// - Parameter model: What the store holds at first.
public func serverProgram(_ model: ServerModel = .sample) -> Program<ServerModel> {
  Program(model: model, serverFeature)
}
