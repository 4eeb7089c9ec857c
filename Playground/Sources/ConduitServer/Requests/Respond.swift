public import Katana

/// Answers a request.
public struct Respond: Command, Equatable {
  /// The number of the request.
  public var id: Request.ID
  /// The answer.
  public var response: Response

  /// Creates a command that answers the request with a number.
  init(_ id: Request.ID, _ response: Response) { (self.id, self.response) = (id, response) }
}

extension Respond {
  /// Returns the commands of a function, or the answer with its refusal.
  static func orRefuse(
    _ request: Request, _ commands: () throws(Refusal) -> [any Command]
  ) -> [any Command] {
    do throws(Refusal) {
      return try commands()
    } catch {
      return [Respond(request.id, error.response)]
    }
  }
}
