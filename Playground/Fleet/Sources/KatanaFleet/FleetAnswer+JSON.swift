import FleetInterface
import Foundation

extension NATSMessage {
  /// Reads the answer of a worker to a command.
  func answer<Value: Decodable>(_ type: String) -> Result<Value, FleetError> {
    if header(Names.failed) != nil {
      let error = try? JSONDecoder().decode(FleetError.self, from: data)
      // A worker in another language gives a text.
      let reason = String(decoding: data, as: UTF8.self)
      return .failure(error ?? .failed(type: Names.name(type), reason: reason))
    }
    do { return .success(try JSONDecoder().decode(Value.self, from: data)) } catch {
      return .failure(.unreadable(type: Names.name(type), reason: "\(error)"))
    }
  }
}

extension FleetConnection {
  /// Gives the answer to a command to the servers, which drop a second one until the first is acknowledged.
  func answer(
    _ key: String, _ result: Result<Data, FleetError>, id: String? = nil,
    _ done: @escaping @Sendable (FleetError?) -> Void = { _ in }
  ) {
    let subject = "fleet.answers.\(key)"
    switch result {
    case .success(let data): store(data, to: subject, id: id, done)
    case .failure(let error):
      let data = (try? JSONEncoder().encode(error)) ?? Data()
      store(data, to: subject, id: id, header: (Names.failed, "1"), done)
    }
  }
}
