import FleetInterface
import Foundation

extension NATSMessage {
  /// Returns the answer of a worker to a command of a type.
  func answer<Value: Decodable>(_ type: String) -> Result<Value, FleetError> {
    if header(Names.failed) != nil {
      let error = try? JSONDecoder().decode(FleetError.self, from: data)
      // A worker in another language sends a text.
      let reason = String(decoding: data, as: UTF8.self)
      return .failure(error ?? .failed(type: Names.name(type), reason: reason))
    }
    do { return .success(try JSONDecoder().decode(Value.self, from: data)) } catch {
      return .failure(.unreadable(type: Names.name(type), reason: "\(error)"))
    }
  }
}

extension FleetConnection {
  /// Stores the answer to a command on the servers. They drop a second answer until the first one is acknowledged.
  ///
  /// - Parameters:
  ///   - id: The servers also drop an answer whose id they have had within two minutes.
  ///   - done: Called once, when the servers have the answer, or with the reason why they do not.
  func answer(
    _ key: String, _ result: Result<Data, FleetError>, id: String? = nil,
    _ done: @escaping @Sendable (FleetError?) -> Void = { _ in }
  ) {
    let subject = "fleet.answers.\(key)"
    switch result {
    case .success(let data): store(data, to: subject, id: id, done: done)
    case .failure(let error):
      let data = (try? JSONEncoder().encode(error)) ?? Data()
      store(data, to: subject, id: id, header: (Names.failed, "1"), done: done)
    }
  }
}
