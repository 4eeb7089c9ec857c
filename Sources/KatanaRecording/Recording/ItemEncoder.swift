import Katana
import KatanaComparison
import KatanaRuntime

/// Encodes items as lines. Used by one thread at a time.
final class ItemEncoder {
  private let addresses: AddressCoder
  private let payloads: PayloadTypes
  /// Texts that many lines need. Printing a type takes longer than encoding the rest of a line.
  private var names: [ValueName: String] = [:]
  private var typeNames: [ObjectIdentifier: String] = [:]
  private var scopes: [AnyAddress: String] = [:]
  /// What could not be encoded in the current line.
  private var failure: String?

  init<AppModel>(_ format: RecordingFormat<AppModel>) {
    addresses = format.addresses
    payloads = format.payloads
  }

  /// Adds the entries of an item. Returns the payload that could not be encoded, which the line says
  /// by itself. Throws if a model could not be encoded.
  func encode(_ item: RecordingItem, into line: inout LineBuilder) throws -> String? {
    failure = nil
    try add(item, to: &line)
    return failure
  }

  private func add(_ item: RecordingItem, to line: inout LineBuilder) throws {
    switch item {
    case .message(let message, let previous, let time):
      add(message.envelope, after: previous, time, to: &line)
      add(message.commands, message.duration, to: &line)
    case .handling(let envelope, let previous, let time):
      add(envelope, after: previous, time, to: &line)
      line.add(Entry.isOpen, true)
    case .handled(let number, let commands, let took):
      line.add(Entry.handled, number)
      add(commands, took, to: &line)
    case .notHandled(let message, let time): add(message, time, to: &line)
    case .command(let command, let time): add(command, time, to: &line)
    case .subscription(let subscription, let time): add(subscription, time, to: &line)
    case .issue(let issue, let time):
      line.add(Entry.issue, "\(issue.kind)")
      add(time, to: &line)
      line.add(Entry.text, issue.text)
    case .checkpoint(let number, let model, let time):
      line.add(Entry.checkpoint, number)
      add(time, to: &line)
      if let model = model as? any Encodable { try addPayload(model, as: Entry.model, to: &line) }
    case .replaced(let number, let model, let time):
      line.add(Entry.checkpoint, number)
      line.add(Entry.replaces, true)
      add(time, to: &line)
      guard let model = model as? any Encodable else { return }
      // A line that says nothing but the error would hide that the model was replaced.
      do { try addPayload(model, as: Entry.model, to: &line) } catch {
        line.add(Entry.unrecordable, text(of: error, in: nil))
        failure = "the model: \(text(of: error, in: nil))"
      }
    case .ended(let time):
      line.add(Entry.ended, true)
      add(time, to: &line)
    }
  }

  // MARK: Messages

  private func add(
    _ envelope: Envelope, after previous: UInt64, _ time: Duration, to line: inout LineBuilder
  ) {
    line.add(Entry.message, envelope.number)
    if previous + 1 != envelope.number { line.add(Entry.previous, previous) }
    if let cause = envelope.cause { line.add(Entry.cause, cause) }
    add(time, to: &line)
    line.add(Entry.name, name(ValueName(envelope.message)))
    line.add(Entry.origin, text(of: envelope.origin))
    if envelope.line > 0 { line.add(Entry.place, "\(envelope.file):\(envelope.line)") }
    addContent(of: envelope.message, to: &line)
  }

  /// Adds the type of a message and, if the type is in the list, the address and the payload.
  private func addContent(of message: any Message, to line: inout LineBuilder) {
    let scoped = message as? ScopedMessage
    let content = scoped?.message ?? message
    line.add(Entry.type, typeName(type(of: content)))
    guard payloads.contains(type(of: content)), let value = content as? any Encodable else {
      if let scope = scoped?.address { addShape(scope, to: &line) }
      return
    }
    do {
      if let scope = scoped?.address { line.add(Entry.scope, try address(scope)) }
      try addPayload(value, as: Entry.payload, to: &line)
    } catch {
      // A message without its address cannot be replayed, so the payload is left out too.
      let reason = text(of: error, in: scoped?.address)
      line.add(Entry.unrecordable, reason)
      failure = "\(name(ValueName(content))): \(reason)"
    }
  }

  private func addPayload(
    _ value: any Encodable, as entry: StaticString, to line: inout LineBuilder
  ) throws {
    let masked = try line.add(entry, value: value)
    if masked > 0 { line.add(Entry.masked, masked) }
  }

  /// Returns the text of an error without data. The description of an error of the app may contain
  /// the value that was not encoded, and that of an address contains `id`s.
  private func text(of error: any Error, in scope: AnyAddress?) -> String {
    if let error = error as? AddressError, let scope { return error.text(in: scope.shape) }
    return ValueName(error).fullName
  }

  private func add(_ commands: [any Command], _ took: Duration?, to line: inout LineBuilder) {
    if !commands.isEmpty {
      line.add(
        Entry.commands, commands.map { name(ValueName((leaf(of: $0) as? any Command) ?? $0)) })
    }
    if let took { line.add(Entry.took, took.nanoseconds) }
  }

  private func add(_ message: UnhandledMessage, _ time: Duration, to line: inout LineBuilder) {
    line.add(Entry.notHandled, "\(message.reason)")
    add(time, to: &line)
    if let cause = message.cause { line.add(Entry.cause, cause) }
    if let content = message.message { line.add(Entry.name, name(ValueName(content))) }
    line.add(Entry.origin, text(of: message.origin))
    if message.line > 0 { line.add(Entry.place, "\(message.file):\(message.line)") }
  }

  // MARK: Effects

  private func add(_ command: CommandEvent, _ time: Duration, to line: inout LineBuilder) {
    line.add(Entry.command, command.step.name)
    line.add(Entry.run, command.id)
    add(time, to: &line)
    line.add(Entry.name, name(command.command))
    if let cause = command.cause { line.add(Entry.cause, cause) }
    addShape(command.address, to: &line)
    switch command.step {
    case .delayed(let until): line.add(Entry.until, until.nanoseconds)
    case .answered(let number): line.add(Entry.answer, number)
    case .failed(let error): line.add(Entry.error, name(ValueName(error)))
    case .cancelled(let number): if let number { line.add(Entry.by, number) }
    case .retried(let count): line.add(Entry.count, count)
    case .queued, .resumed, .started, .finished: break
    }
  }

  private func add(_ event: SubscriptionEvent, _ time: Duration, to line: inout LineBuilder) {
    line.add(Entry.subscription, "\(event.step)")
    line.add(Entry.id, event.id)
    add(time, to: &line)
    line.add(Entry.name, name(event.subscription))
    if let cause = event.cause { line.add(Entry.cause, cause) }
    addShape(event.address, to: &line)
  }

  // MARK: Texts

  private func add(_ time: Duration, to line: inout LineBuilder) {
    line.add(Entry.time, time.nanoseconds)
  }

  /// Adds an address without its `id`s, because they are data.
  private func addShape(_ scope: AnyAddress, to line: inout LineBuilder) {
    if !scope.steps.isEmpty { line.add(Entry.scope, scope.shape) }
  }

  private func name(_ name: ValueName) -> String {
    if let known = names[name] { return known }
    let text = name.fullName
    names[name] = text
    return text
  }

  private func typeName(_ type: any Message.Type) -> String {
    if let known = typeNames[ObjectIdentifier(type)] { return known }
    let text = Katana.typeName(of: type)
    typeNames[ObjectIdentifier(type)] = text
    return text
  }

  private func address(_ scope: AnyAddress) throws -> String {
    if let known = scopes[scope] { return known }
    if scopes.count > 10_000 { scopes = [:] }
    let text = try addresses.text(of: scope)
    scopes[scope] = text
    return text
  }

  private func text(of origin: Origin) -> String {
    switch origin {
    case .outside: "outside"
    case .interceptor: "interceptor"
    case .command(let type): "command \(name(ValueName(type: type)))"
    case .subscription(let type): "subscription \(name(ValueName(type: type)))"
    }
  }
}
