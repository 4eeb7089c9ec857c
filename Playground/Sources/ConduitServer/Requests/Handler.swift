import Foundation
import Katana

/// What the program has for one operation: how its requests are decoded, and what answers them.
struct Handler: Sendable {
  /// The method and the path.
  let route: Route
  /// Decodes the operation, and returns the message that it has come.
  let message: @Sendable (Request, OperationInput) throws(Refusal) -> any Message
  /// What answers.
  let parts: @Sendable () -> [FeaturePart<ServerModel>]

  /// Creates the handler of an operation that needs more than one step.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - parts: The parts that take ``Received`` of the operation, and the messages that follow.
  init<Op: APIOperation>(
    _ operation: Op.Type, _ parts: @escaping @Sendable () -> [FeaturePart<ServerModel>]
  ) {
    route = Op.route
    message = { (request, input) throws(Refusal) in
      Received(request: request, operation: try Op(input))
    }
    self.parts = parts
  }

  /// Creates the handler of an operation that one step answers.
  init<Op: StoreOperation>(_ operation: Op.Type) {
    self.init(operation) { [.full(AnswerUpdater<Op>())] }
  }
}
