import Katana

/// One of the things that a client may ask for. Each operation is a type, in a file of its own.
///
/// The router decodes a request to its operation, before it becomes the message
/// ``Received``. So a message has no bytes, and its passwords are `Secret`s.
protocol APIOperation: Codable, Equatable, Sendable {
  /// The method and the path.
  static var route: Route { get }

  /// Decodes the operation.
  ///
  /// It reads what was sent, and reports only values of a wrong type. What is missing or blank is
  /// reported by the update, after it has looked whether the user may do this at all.
  init(_ input: OperationInput) throws(Refusal)
}

/// An operation that one step answers: it needs nothing but the store.
protocol StoreOperation: APIOperation {
  /// Changes the store, and returns the answer.
  ///
  /// - Throws: The refusal, before anything was changed.
  func answer(_ request: Request, _ store: inout ServerModel) throws(Refusal) -> Response
}

/// The message that a request has come.
struct Received<Op: APIOperation>: Message, Codable, Equatable {
  /// Who asks, and when.
  var request: Request
  /// What the client asks for.
  var operation: Op
}

/// Answers the requests for one operation.
struct AnswerUpdater<Op: StoreOperation>: TypedUpdater {
  var effects: [any Effect.Type] { [Respond.self] }

  func update(model: inout ServerModel, message: Received<Op>) -> [any Command] {
    let request = message.request
    return Respond.orRefuse(request) { () throws(Refusal) in
      [Respond(request.id, try message.operation.answer(request, &model))]
    }
  }
}
