import CNATS
import FleetInterface
import Foundation
import Synchronization

/// The C client, behind functions that throw. All of them block, so they are called on queues of their own.
final class NATS: @unchecked Sendable {
  // Sendable, because the client is, and its handles are read with a lock.
  private struct Handles: @unchecked Sendable {
    var connection: OpaquePointer?
    var stream: OpaquePointer?
  }

  private let options: FleetOptions
  private let handles: Mutex<Handles>
  private var connection: OpaquePointer? { handles.withLock { $0 }.connection }
  private var stream: OpaquePointer? { handles.withLock { $0 }.stream }
  /// The queues that must ask anew after an interruption, because a server forgets who waits.
  private let reconnected = Reconnected()

  init(_ options: FleetOptions) throws(FleetError) {
    self.options = options
    handles = Mutex(try Self.open(options, reconnected))
  }

  /// Opens the connection anew if the client has closed it for ever: it does so when a server vanishes while it
  /// connects for the first time. Before that has succeeded, nothing uses the connection.
  func openAgain() {
    guard natsConnection_IsClosed(connection), let new = try? Self.open(options, reconnected) else {
      return
    }
    Self.close(
      handles.withLock { handles in
        defer { handles = new }
        return handles
      })
  }

  private static func open(
    _ options: FleetOptions, _ reconnected: Reconnected
  ) throws(FleetError) -> Handles {
    var handles = Handles()
    var settings: OpaquePointer?
    natsOptions_Create(&settings)
    defer { natsOptions_Destroy(settings) }
    natsOptions_SetName(settings, options.name)
    natsOptions_SetMaxReconnect(settings, -1)
    natsOptions_SetReconnectWait(settings, 200)
    // Without a function, the call would wait for a server.
    natsOptions_SetRetryOnFailedConnect(settings, true, { _, _ in }, nil)
    natsOptions_SetReconnectedCB(
      settings,
      { Unmanaged<Reconnected>.fromOpaque($1!).takeUnretainedValue().wake() },
      // It is never released, because the client does not say when it has called this for the last time.
      Unmanaged.passRetained(reconnected).toOpaque())
    natsOptions_SetURL(settings, options.servers.joined(separator: ","))
    if let user = options.user { natsOptions_SetUserInfo(settings, user.name, user.password) }
    if let file = options.credentials {
      natsOptions_SetUserCredentialsFromFiles(
        settings, file.path(percentEncoded: false), nil)
    }
    if options.isSecure { natsOptions_SetSecure(settings, true) }
    if let file = options.certificates {
      natsOptions_LoadCATrustedCertificates(settings, file.path(percentEncoded: false))
    }
    do throws(NATSFailure) {
      let status = natsConnection_Connect(&handles.connection, settings)
      if status != NATS_NOT_YET_CONNECTED { try NATSFailure.check(status) }
      var options = jsOptions()
      jsOptions_Init(&options)
      options.Wait = 1_000
      try NATSFailure.check(
        natsConnection_JetStream(&handles.stream, handles.connection, &options))
      return handles
    } catch { throw .unreachable(servers: options.servers, reason: error.reason) }
  }

  deinit { Self.close(handles.withLock { $0 }) }

  private static func close(_ handles: Handles) {
    jsCtx_Destroy(handles.stream)
    natsConnection_Close(handles.connection)
    natsConnection_Destroy(handles.connection)
  }

  // MARK: Streams

  /// Makes a stream, unless it is there.
  func makeStream(
    _ name: String, _ subject: String, isQueue: Bool, replicas: Int
  ) throws(NATSFailure) {
    var config = jsStreamConfig()
    jsStreamConfig_Init(&config)
    let (name, subject) = (strdup(name), strdup(subject))
    defer {
      free(name)
      free(subject)
    }
    var subjects: [UnsafePointer<CChar>?] = [UnsafePointer(subject)]
    config.Name = UnsafePointer(name)
    config.Retention = isQueue ? js_WorkQueuePolicy : js_LimitsPolicy
    config.Replicas = Int64(replicas)
    config.Duplicates = Int64(2 * 60) * 1_000_000_000
    var code = jsErrCode(0)
    let status = subjects.withUnsafeMutableBufferPointer { pointer in
      config.Subjects = pointer.baseAddress
      config.SubjectsLen = 1
      return js_AddStream(nil, stream, &config, nil, &code)
    }
    if code == JSStreamNameExistErr { return }
    try NATSFailure.check(status, code)
  }

  /// Publishes a message that is kept, once for each id.
  func publish(_ data: Data, to subject: String, id: String) throws(NATSFailure) {
    var options = jsPubOptions()
    jsPubOptions_Init(&options)
    options.MaxWait = 2_000
    var (acknowledged, code) = (UnsafeMutablePointer<jsPubAck>?.none, jsErrCode(0))
    let status = id.withCString { id in
      options.MsgId = id
      return data.withUnsafeBytes {
        js_Publish(
          &acknowledged, stream, subject, $0.baseAddress, Int32($0.count), &options, &code)
      }
    }
    defer { jsPubAck_Destroy(acknowledged) }
    try NATSFailure.check(status, code)
  }

  /// Removes the message that a stream has for a subject, if it has one.
  ///
  /// It is not purged by its subject: a consumer of server 2.9.10 then skips another message.
  func delete(_ subject: String, from name: String) throws(NATSFailure) {
    var (message, code) = (OpaquePointer?.none, jsErrCode(0))
    let status = js_GetLastMsg(&message, stream, name, subject, nil, &code)
    if status == NATS_NOT_FOUND || code == JSNoMessageFoundErr { return }
    defer { natsMsg_Destroy(message) }
    try NATSFailure.check(status, code)
    let deleted = js_DeleteMsg(stream, name, natsMsg_GetSequence(message), nil, &code)
    // A worker may have ended it meanwhile.
    if code != JSSequenceNotFoundErr { try NATSFailure.check(deleted, code) }
  }

  // MARK: Messages that are not kept

  func tell(_ subject: String, _ data: Data = Data()) {
    _ = data.withUnsafeBytes {
      natsConnection_Publish(connection, subject, $0.baseAddress, Int32($0.count))
    }
    natsConnection_Flush(connection)
  }

  /// Calls a function with what is told, on a thread of the client.
  func listen(
    to subject: String, _ handle: @escaping @Sendable (_ subject: String, Data) -> Void
  ) throws(NATSFailure) -> Listening {
    let listening = Listening(handle)
    try NATSFailure.check(
      natsConnection_Subscribe(
        &listening.subscription, connection, subject, Listening.callback, listening.address))
    return listening
  }

  /// Calls a function with what a stream has and gets, until ``Following/end()``. After an interruption, all that it
  /// still has comes again.
  ///
  /// - Parameter prepare: Makes the streams. It is tried again as long as it fails.
  func follow(
    _ subject: String, after prepare: @escaping @Sendable () throws(NATSFailure) -> Void,
    _ handle: @escaping @Sendable (_ subject: String, Data) -> Void
  ) -> Following {
    let following = Following { [weak self] () throws(NATSFailure) in
      try prepare()
      return try self?.openFollowing(subject, handle)
    }
    reconnected.add(following)
    following.reopen()
    return following
  }

  private func openFollowing(
    _ subject: String, _ handle: @escaping @Sendable (_ subject: String, Data) -> Void
  ) throws(NATSFailure) -> Listening {
    let listening = Listening(handle)
    var options = jsSubOptions()
    jsSubOptions_Init(&options)
    options.Ordered = true
    options.Config.DeliverPolicy = js_DeliverAll
    var code = jsErrCode(0)
    let status = js_Subscribe(
      &listening.subscription, stream, subject, Listening.callback, listening.address, nil,
      &options, &code)
    try NATSFailure.check(status, code)
    return listening
  }

  // MARK: Jobs

  /// Makes the queue of a subject, which all workers share by its name, unless it is there.
  func queue(
    _ name: String, _ subject: String, lease: Duration
  ) throws(NATSFailure) -> JobQueue {
    var config = jsConsumerConfig()
    jsConsumerConfig_Init(&config)
    let (durable, filter) = (strdup(name), strdup(subject))
    defer {
      free(durable)
      free(filter)
    }
    config.Durable = UnsafePointer(durable)
    config.FilterSubject = UnsafePointer(filter)
    config.AckPolicy = js_AckExplicit
    config.AckWait = Int64(lease / .nanoseconds(1))
    config.MaxDeliver = -1
    config.MaxAckPending = -1
    var code = jsErrCode(0)
    let status = js_AddConsumer(nil, stream, Names.jobs, &config, nil, &code)
    if code != JSConsumerNameExistErr { try NATSFailure.check(status, code) }
    let queue = JobQueue { [self] () throws(NATSFailure) in try subscribe(name, subject) }
    reconnected.add(queue)
    return queue
  }
}

extension NATS {
  // A subscription that finds its consumer does not delete it when it ends.
  private func subscribe(_ name: String, _ subject: String) throws(NATSFailure) -> OpaquePointer? {
    var options = jsSubOptions()
    jsSubOptions_Init(&options)
    var (subscription, code) = (OpaquePointer?.none, jsErrCode(0))
    let status = js_PullSubscribe(&subscription, stream, subject, name, nil, &options, &code)
    try NATSFailure.check(status, code)
    return subscription
  }
}

/// Something that a server forgets when it ends.
protocol Reopened: AnyObject, Sendable {
  /// Called when a server is there again, on a thread of the client.
  func reopen()
}

/// What is opened anew when a server is there again.
private final class Reconnected: Sendable {
  private struct Weak { weak var item: (any Reopened)? }

  private let items = Mutex<[Weak]>([])

  func add(_ item: any Reopened) {
    items.withLock {
      $0.removeAll { $0.item == nil }
      $0.append(Weak(item: item))
    }
  }

  func wake() { for entry in items.withLock({ $0 }) { entry.item?.reopen() } }
}

/// Something that the client or the server has refused.
struct NATSFailure: Error {
  let status: natsStatus
  let reason: String

  static func check(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) throws(NATSFailure) {
    if status == NATS_OK { return }
    let last = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
    let text = String(cString: natsStatus_GetText(status))
    throw NATSFailure(status: status, reason: last.isEmpty ? text : "\(text): \(last)")
  }
}
