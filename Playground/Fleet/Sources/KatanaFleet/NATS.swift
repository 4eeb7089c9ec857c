import CNATS
import Foundation
import Katana

/// A connection with a server, through the C client. It is never opened anew: a `Link` makes another one.
final class NATSConnection: @unchecked Sendable {
  // Sendable, because the client is, and the pointer does not change after `init`.
  private var connection: OpaquePointer?
  private let subscriptions = Locked<[Int: OpaquePointerBox]>([:])
  /// The number of the function that is called when the connection has ended.
  private let ended: Int

  private struct OpaquePointerBox: @unchecked Sendable { let pointer: OpaquePointer }

  /// Connects. It blocks until a server is there or all have refused.
  ///
  /// - Parameter end: Called once, on a thread of the client, when the connection has ended.
  init(_ options: FleetOptions, end: @escaping @Sendable () -> Void) throws(NATSFailure) {
    let settings = try options.settings()
    defer { natsOptions_Destroy(settings) }
    natsOptions_SetAllowReconnect(settings, false)
    // A server that is silently gone must not block those who send.
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

  /// Keeps OpenSSL, which the client uses, from ending before the threads of the client: they would crash at the exit
  /// of the process, because they use it to the last.
  fileprivate static let prepared: Void = {
    typealias Prepare = @convention(c) (UInt64, UnsafeRawPointer?) -> CInt
    guard let function = dlsym(nil, "OPENSSL_init_crypto") else { return }
    let withoutEnd: UInt64 = 0x80000  // OPENSSL_INIT_NO_ATEXIT
    _ = unsafeBitCast(function, to: Prepare.self)(withoutEnd, nil)
  }()

  /// Throws what the client does not take of options.
  static func check(_ options: FleetOptions) throws(NATSFailure) {
    natsOptions_Destroy(try options.settings())
  }

  /// Sends what waits, and ends the connection.
  func close() {
    flush()
    natsConnection_Close(connection)
  }

  /// Waits until the server has what was sent.
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

  /// Sends a message, which may be lost with the connection.
  func publish(_ subject: String, _ data: Data = Data()) {
    _ = data.withUnsafeBytes {
      natsConnection_Publish(connection, subject, $0.baseAddress, Int32($0.count))
    }
  }

  /// Sends a message with headers. The server answers to `reply`.
  ///
  /// - Throws: If the server would never take it, because it is too large.
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

  /// Sends a request without an answer, or with one that goes to `reply`.
  func ask(_ subject: String, reply: String, _ data: Data) {
    _ = data.withUnsafeBytes {
      natsConnection_PublishRequest(
        connection, subject, reply, $0.baseAddress, Int32($0.count))
    }
  }

  /// Sends a request to JetStream, and waits for its answer.
  ///
  /// - Parameter ignored: The numbers of errors that are no failure.
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

  /// Calls a function with each message to a subject, in their order, on a thread of the client.
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
    // Without limits, because nothing may be dropped.
    natsSubscription_SetPendingLimits(subscription, -1, -1)
    let box = OpaquePointerBox(pointer: subscription)
    subscriptions.withLock { $0[number] = box }
    return NATSSubscription { [weak self] in self?.drain(number) }
  }

  /// Tells the server to send no more. What has come is handled, and then the function is forgotten.
  private func drain(_ number: Int) {
    guard let box = subscriptions.withLock({ $0[number] }) else { return }
    natsSubscription_SetOnCompleteCB(
      box.pointer, { _ = Callbacks.take($0) }, UnsafeMutableRawPointer(bitPattern: number))
    natsSubscription_Drain(box.pointer)
  }
}

/// Messages to a subject, until it is ended.
struct NATSSubscription: Sendable {
  /// Ends it. What has come is handled.
  let end: @Sendable () -> Void
}

/// What divides the parts of a subject.
private let dot = CInt(UInt8(ascii: "."))

/// A message of a server, whose subject has at least three parts.
final class NATSMessage: @unchecked Sendable {
  // Sendable, because the message does not change.
  private let message: OpaquePointer

  init(_ message: OpaquePointer) { self.message = message }
  deinit { natsMsg_Destroy(message) }

  private var subject: UnsafePointer<CChar> { natsMsg_GetSubject(message) }
  /// The key of a command: its subject without the first two parts, such as `fleet.jobs.`.
  var key: String { String(cString: strchr(strchr(subject, dot) + 1, dot) + 1) }
  /// The last part of its subject.
  var last: String { String(cString: strrchr(subject, dot) + 1) }
  /// Where its answer goes.
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

  /// What JetStream has refused.
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
    // Most answers are confirmations, which are not decoded.
    guard !data.starts(with: #"{"stream""#.utf8),
      let error = try? JSONDecoder().decode(Answer.self, from: data).error
    else { return nil }
    return (error.err_code ?? 0, error.description ?? "unknown")
  }
}

/// Something that the client or the server has refused.
struct NATSFailure: Error {
  var reason: String
  /// Whether a server has answered.
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

/// The functions that the client calls, by numbers, because it does not say when it has called one for the
/// last time.
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
  /// The options in the form of the client. The caller destroys them.
  fileprivate func settings() throws(NATSFailure) -> OpaquePointer? {
    func path(_ file: URL) -> String { file.path(percentEncoded: false) }
    NATSConnection.prepared
    if servers.isEmpty {
      throw NATSFailure(reason: "`servers` has no address", isAnswer: true)
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
