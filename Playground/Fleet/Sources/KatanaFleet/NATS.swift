import CNATS
import Foundation
import Katana

/// A connection to a server, through the C client. It does not reconnect; ``Link`` opens another one.
final class NATSConnection: @unchecked Sendable {
  // Sendable, because the client is, and the pointer does not change after `init`.
  private var connection: OpaquePointer?
  private let subscriptions = Locked<[Int: OpaquePointerBox]>([:])
  /// The number of the function that is called at the end of the connection.
  private let ended: Int

  private struct OpaquePointerBox: @unchecked Sendable { let pointer: OpaquePointer }

  /// Connects to one of the servers. This blocks.
  ///
  /// - Parameter end: Called once, at the end of the connection, on a thread of the client.
  init(_ options: FleetOptions, end: @escaping @Sendable () -> Void) throws(NATSFailure) {
    let settings = try options.settings()
    defer { natsOptions_Destroy(settings) }
    natsOptions_SetAllowReconnect(settings, false)
    // Without a limit, a server that has vanished without a word blocks each sender.
    natsOptions_SetWriteDeadline(settings, 2_000)
    ended = Callbacks.add { _ in end() }
    do throws(NATSFailure) {
      natsOptions_SetClosedCB(
        settings, { Callbacks.take($1)?(nil) }, UnsafeMutableRawPointer(bitPattern: ended))
      try NATSFailure.check(natsConnection_Connect(&connection, settings))
    } catch {
      Callbacks.remove(ended)
      throw error
    }
  }

  /// Disables the cleanup of OpenSSL at the exit of the process. Threads of the client still use OpenSSL then, and would
  /// crash.
  fileprivate static let prepared: Void = {
    typealias Prepare = @convention(c) (UInt64, UnsafeRawPointer?) -> CInt
    guard let function = dlsym(nil, "OPENSSL_init_crypto") else { return }
    // The type is that of the function's declaration.
    let noCleanup: UInt64 = 0x80000  // OPENSSL_INIT_NO_ATEXIT
    _ = unsafeBitCast(function, to: Prepare.self)(noCleanup, nil)
  }()

  /// Throws an error if the client does not accept the options.
  static func check(_ options: FleetOptions) throws(NATSFailure) {
    natsOptions_Destroy(try options.settings())
  }

  /// Sends what waits, and ends the connection.
  func close() {
    flush()
    natsConnection_Close(connection)
  }

  /// Waits until the server has received what was sent, for at most a second.
  func flush() { natsConnection_FlushTimeout(connection, 1_000) }

  deinit {
    for (number, box) in subscriptions.withLock({ $0 }) {
      Callbacks.remove(number)
      natsSubscription_Destroy(box.pointer)
    }
    natsConnection_Destroy(connection)
  }

  var isOpen: Bool { !natsConnection_IsClosed(connection) }

  // MARK: Messages

  /// Sends a message. It is lost if the connection ends.
  func publish(_ subject: String, _ data: Data = Data()) {
    _ = data.withUnsafeBytes {
      natsConnection_Publish(connection, subject, $0.baseAddress, Int32($0.count))
    }
  }

  /// Sends a message with headers. The server sends its answer to `reply`. The message is lost if the connection ends.
  ///
  /// - Throws: An error if the message is too large for the server.
  func publish(
    _ subject: String, reply: String, headers: [(String, String)], _ data: Data
  ) throws(NATSFailure) {
    var message: OpaquePointer?
    _ = data.withUnsafeBytes {
      natsMsg_Create(&message, subject, reply, $0.baseAddress, Int32($0.count))
    }
    defer { natsMsg_Destroy(message) }
    for (name, value) in headers { natsMsgHeader_Set(message, name, value) }
    let status = natsConnection_PublishMsg(connection, message)
    if status == NATS_MAX_PAYLOAD { try NATSFailure.check(status) }
  }

  /// Sends a request. The server sends its answers to `reply`.
  func ask(_ subject: String, reply: String, _ data: Data) {
    _ = data.withUnsafeBytes {
      natsConnection_PublishRequest(
        connection, subject, reply, $0.baseAddress, Int32($0.count))
    }
  }

  /// Sends a request to JetStream, and waits for the answer.
  ///
  /// - Parameter ignored: The codes of the errors that are not thrown.
  @discardableResult
  func request(
    _ name: String, _ parameters: [String: Any] = [:], ignoring ignored: Set<Int> = []
  ) throws(NATSFailure) -> Data {
    let data = (try? JSONSerialization.data(withJSONObject: parameters)) ?? Data()
    var answer: OpaquePointer?
    let status = data.withUnsafeBytes {
      natsConnection_Request(
        &answer, connection, "$JS.API.\(name)", $0.baseAddress, Int32($0.count), 2_000)
    }
    if status == NATS_NO_RESPONDERS {
      throw NATSFailure(reason: "JetStream is not there; the server needs -js", isAnswer: true)
    }
    try NATSFailure.check(status)
    guard let answer else { return Data() }
    let message = NATSMessage(answer)
    if let error = message.error, !ignored.contains(error.code) {
      throw NATSFailure(reason: error.description, isAnswer: true)
    }
    return message.data
  }

  /// Calls a function with each message to a subject, in order, on a thread of the client.
  func subscribe(
    to subject: String, _ handle: @escaping @Sendable (NATSMessage) -> Void
  ) throws(NATSFailure) -> NATSSubscription {
    let number = Callbacks.add { if let message = $0 { handle(message) } }
    var subscription: OpaquePointer?
    do throws(NATSFailure) {
      try NATSFailure.check(
        natsConnection_Subscribe(
          &subscription, connection, subject,
          { _, _, message, number in
            guard let message else { return }
            Callbacks.find(number)?(NATSMessage(message))
          }, UnsafeMutableRawPointer(bitPattern: number)))
    } catch {
      Callbacks.remove(number)
      throw error
    }
    guard let subscription else { return NATSSubscription {} }
    // With a limit, the client would drop messages.
    natsSubscription_SetPendingLimits(subscription, -1, -1)
    let box = OpaquePointerBox(pointer: subscription)
    subscriptions.withLock { $0[number] = box }
    return NATSSubscription { [weak self] in self?.drain(number) }
  }

  /// Ends a subscription. The messages that have arrived are handled, then the function is removed.
  private func drain(_ number: Int) {
    guard let box = subscriptions.withLock({ $0[number] }) else { return }
    natsSubscription_SetOnCompleteCB(
      box.pointer, { _ = Callbacks.take($0) }, UnsafeMutableRawPointer(bitPattern: number))
    natsSubscription_Drain(box.pointer)
  }
}

/// A subscription of a subject.
struct NATSSubscription: Sendable {
  /// Ends the subscription. The messages that have arrived are handled.
  let end: @Sendable () -> Void
}

private let dot = CInt(UInt8(ascii: "."))

/// A message from a server.
final class NATSMessage: @unchecked Sendable {
  // Sendable, because the message does not change.
  private let message: OpaquePointer

  init(_ message: OpaquePointer) { self.message = message }
  deinit { natsMsg_Destroy(message) }

  private var subject: UnsafePointer<CChar> { natsMsg_GetSubject(message) }
  /// The subject without its first two parts, which is the key of a command. Each subject that the fleet subscribes to
  /// has three parts at least.
  var key: String { String(cString: strchr(strchr(subject, dot) + 1, dot) + 1) }
  /// The last part of the subject.
  var last: String { String(cString: strrchr(subject, dot) + 1) }
  /// The subject for an answer or an acknowledgement.
  var reply: String { natsMsg_GetReply(message).map { String(cString: $0) } ?? "" }
  var data: Data {
    guard let bytes = natsMsg_GetData(message) else { return Data() }
    return Data(bytes: bytes, count: Int(natsMsg_GetDataLength(message)))
  }

  func header(_ name: String) -> String? {
    var value: UnsafePointer<CChar>?
    guard natsMsgHeader_Get(message, name, &value) == NATS_OK else { return nil }
    return value.map { String(cString: $0) }
  }

  /// The error that JetStream answers.
  var error: (code: Int, description: String)? {
    struct Answer: Decodable {
      struct Failure: Decodable {
        var err_code: Int?
        var description: String?
      }
      var error: Failure?
    }
    if let status = header("Status") { return (0, status) }
    let data = data
    // Most answers are confirmations. They need not be decoded.
    guard !data.starts(with: #"{"stream""#.utf8),
      let error = try? JSONDecoder().decode(Answer.self, from: data).error
    else { return nil }
    return (error.err_code ?? 0, error.description ?? "unknown")
  }
}

/// An error of the client or a server.
struct NATSFailure: Error {
  var reason: String
  /// Whether a server has answered, or the client has refused the options.
  var isAnswer = false

  static func check(_ status: natsStatus) throws(NATSFailure) {
    if status == NATS_OK { return }
    let last = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
    let text = String(cString: natsStatus_GetText(status))
    throw NATSFailure(
      reason: last.isEmpty || last.hasSuffix(text) ? text : "\(text): \(last)",
      isAnswer: [NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED, NATS_MAX_PAYLOAD].contains(status)
    )
  }
}

/// The functions that the client calls, by numbers. The client does not say when it has called a function for the last
/// time, so it does not get the address of one.
private enum Callbacks {
  typealias Function = @Sendable (NATSMessage?) -> Void
  private static let functions = Locked<(last: Int, [Int: Function])>((0, [:]))

  static func add(_ function: @escaping Function) -> Int {
    functions.withLock { functions in
      functions.last += 1
      functions.1[functions.last] = function
      return functions.last
    }
  }

  static func find(_ number: UnsafeMutableRawPointer?) -> Function? {
    functions.withLock { $0.1[Int(bitPattern: number)] }
  }

  static func take(_ number: UnsafeMutableRawPointer?) -> Function? {
    functions.withLock { $0.1.removeValue(forKey: Int(bitPattern: number)) }
  }

  static func remove(_ number: Int) { functions.withLock { _ = $0.1.removeValue(forKey: number) } }
}

extension FleetOptions {
  /// Returns the options as the client needs them. The caller destroys them.
  fileprivate func settings() throws(NATSFailure) -> OpaquePointer? {
    func path(_ file: URL) -> String { file.path(percentEncoded: false) }
    NATSConnection.prepared
    if servers.isEmpty {
      throw NATSFailure(reason: "`servers` is empty", isAnswer: true)
    }
    var settings: OpaquePointer?
    natsOptions_Create(&settings)
    natsOptions_SetName(settings, name)
    let addresses = servers.map { strdup($0) }
    defer { for address in addresses { free(address) } }
    var pointers = addresses.map { UnsafePointer($0) }
    var statuses = [natsOptions_SetServers(settings, &pointers, CInt(pointers.count))]
    if let user {
      statuses.append(natsOptions_SetUserInfo(settings, user.name, user.password.revealed))
    }
    if let nkey {
      statuses.append(natsOptions_SetNKeyFromSeed(settings, nkey.publicKey, path(nkey.seed)))
    }
    if let file = credentials {
      statuses.append(natsOptions_SetUserCredentialsFromFiles(settings, path(file), nil))
    }
    if isSecure { statuses.append(natsOptions_SetSecure(settings, true)) }
    if let file = certificates {
      statuses.append(natsOptions_LoadCATrustedCertificates(settings, path(file)))
    }
    if let identity {
      statuses.append(
        natsOptions_LoadCertificatesChain(
          settings, path(identity.certificate), path(identity.key)))
    }
    guard let failure = statuses.first(where: { $0 != NATS_OK }) else { return settings }
    natsOptions_Destroy(settings)
    try NATSFailure.check(failure)
    return nil
  }
}
