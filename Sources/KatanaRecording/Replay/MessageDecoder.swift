import Katana

/// Decodes the messages and models of a recording. Used by one thread at a time.
final class MessageDecoder {
  private let payloads: PayloadTypes
  private let addresses: AddressCoder
  private let decoder = RecordingDecoder(makesStandIns: true)
  private var scopes: [String: AnyAddress] = [:]

  init<AppModel>(_ format: RecordingFormat<AppModel>) {
    payloads = format.payloads
    addresses = format.addresses
  }

  /// Decodes a message.
  ///
  /// - Throws: A ``ReplayProblem``.
  func message(_ recorded: RecordedMessage) throws(ReplayProblem) -> any Message {
    guard let payload = recorded.payload else { throw .payload(recorded) }
    guard let type = payloads[recorded.type] else { throw .unlisted(recorded) }
    let message: any Message
    do { message = try decoder.decode(type, from: payload.utf8) } catch {
      throw .unreadable(recorded, error)
    }
    guard let text = recorded.address else { return message }
    return ScopedMessage(message, in: try scope(text, of: recorded))
  }

  /// Decodes a model; `nil` if its type is not in the list of the format.
  func model<AppModel: Model>(
    _ type: AppModel.Type, _ json: [UInt8], after number: UInt64
  ) throws(ReplayProblem) -> AppModel? {
    do { return try self.model(type, json) } catch { throw .checkpoint(number, error) }
  }

  /// Decodes a model; `nil` if its type is not in the list of the format.
  func model<AppModel: Model>(_ type: AppModel.Type, _ json: [UInt8]) throws -> AppModel? {
    guard payloads.contains(type), let type = type as? any Decodable.Type else { return nil }
    return try decoder.decode(type, from: json) as? AppModel
  }

  private func scope(_ text: String, of message: RecordedMessage) throws(ReplayProblem)
    -> AnyAddress
  {
    if let known = scopes[text] { return known }
    if scopes.count > 10_000 { scopes = [:] }
    do {
      let scope = try addresses.address(text)
      scopes[text] = scope
      return scope
    } catch {
      throw .address(message, error)
    }
  }
}
