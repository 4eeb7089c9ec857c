import Katana

/// Decodes the messages and models of a recording. Used by one thread at a time.
final class MessageDecoder {
  private let payloads: PayloadTypes
  private let addresses: AddressCoder
  private let decoder = CompactDecoder(makesStandIns: true)
  /// The decoder for the lines of the file, whose entries are decoded without another copy.
  let lines = CompactDecoder(makesStandIns: true)
  private var scopes: [String: AnyAddress] = [:]

  init<AppModel>(_ format: RecordingFormat<AppModel>) {
    payloads = format.payloads
    addresses = format.addresses
  }

  /// Decodes the message of a line.
  ///
  /// - Throws: A ``ReplayProblem``.
  func message(_ line: MessageLine) throws(ReplayProblem) -> any Message {
    try message(line.message) { type in
      // An error must have the path in the payload, not in the line, so it comes from the text.
      line.entries.flatMap { try? $0.decode(type, Entry.payload) }
    }
  }

  /// Decodes a message.
  ///
  /// - Parameter decode: A faster way to decode the payload; `nil` if it fails.
  /// - Throws: A ``ReplayProblem``.
  func message(
    _ recorded: RecordedMessage,
    _ decode: (any (Message & Decodable).Type) -> (any Message)? = { _ in nil }
  ) throws(ReplayProblem) -> any Message {
    guard let payload = recorded.payload else { throw .payload(recorded) }
    guard let type = payloads[recorded.type] else { throw .unlisted(recorded) }
    let message: any Message
    do { message = try decode(type) ?? decoder.decode(type, from: payload.utf8) } catch {
      throw .unreadable(recorded, error)
    }
    guard let text = recorded.address else { return message }
    return ScopedMessage(message, in: try scope(text, of: recorded))
  }

  /// Decodes a model; `nil` if its type is not in the list of the format.
  func model<AppModel: Model>(
    _ type: AppModel.Type, _ json: some Sequence<UInt8>, after number: UInt64
  ) throws(ReplayProblem) -> AppModel? {
    guard payloads.contains(type), let type = type as? any Decodable.Type else { return nil }
    do { return try decoder.decode(type, from: Array(json)) as? AppModel } catch {
      throw .checkpoint(number, error)
    }
  }

  private func scope(_ text: String, of message: RecordedMessage) throws(ReplayProblem) -> AnyAddress {
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
