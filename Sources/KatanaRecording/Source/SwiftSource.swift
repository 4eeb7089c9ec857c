#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Katana

/// Writes values as Swift expressions, for generated tests.
///
/// A value becomes the call of an initialiser with one argument for each stored property, or with
/// the arguments of ``Katana/SourceRepresentable``. For a value that cannot be written in this way,
/// the text contains `…`, which does not compile, and ``unwritable`` contains its type.
struct SwiftSource {
  private(set) var text = ""
  /// The types of the values that could not be written.
  private(set) var unwritable: [String] = []
  /// The type of the model with which addresses begin.
  private let root: Any.Type

  private init(root: Any.Type) { self.root = root }

  /// Returns the source of a value, and the types in it that could not be written.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - root: The type of the model with which addresses begin.
  ///   - namesType: Whether an enum's case names its type: `Screen.home` instead of `.home`.
  static func of(_ value: Any, in root: Any.Type, namesType: Bool = false) -> SwiftSource {
    var source = SwiftSource(root: root)
    source.write(value, namesType: namesType, depth: 0)
    return source
  }

  private mutating func write(_ value: Any, namesType: Bool, depth: Int) {
    guard depth < 60, let name = swiftName(of: type(of: value)) else { return refuse(value) }
    if let text = SwiftLiteral.text(of: value) { return self.text += text }
    // Types and values of errors have no names that would be sure to compile.
    if let retry = value as? Retry, retry.errors == .all || retry.errors == .temporary {
      return text += "\(retry)"
    }
    if let reply = value as? any AnyReply {
      guard let value = swiftName(of: reply.valueType),
        let message = swiftName(of: reply.messageType)
      else { return refuse(reply) }
      return text += "Reply { (_: \(value)) -> \(message) in fatalError(\"of a recording\") }"
    }
    if let scoped = value as? ScopedMessage {
      write(scoped.message, namesType: true, depth: depth + 1)
      return write(scoped.address, after: "to", depth)
    }
    if let controlled = value as? ControlledCommand { return write(controlled, depth) }
    if let scoped = value as? any Layered, let address = scoped.layer.address {
      write(scoped.content, namesType: true, depth: depth + 1)
      return write(address, after: "in", depth)
    }
    // A parameter of any type: a case alone does not say of which type it is.
    if let id = value as? CancelID { return write(id.base, namesType: true, depth: depth + 1) }
    // An optional is written as its value.
    if let form = sourceForm(of: value) {
      guard let name = swiftName(of: form.type) else { return refuse(value) }
      return write(form.arguments, "\(name)(", ")", depth)
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let content = mirror.children.first?.value else { return text += "nil" }
      write(content, namesType: namesType, depth: depth + 1)
    case .tuple: write(mirror.children, "(", ")", depth)
    case .collection: write(mirror.children.map { (nil, $0.value) }, "[", "]", depth)
    case .set: writeSorted(mirror.children.map { [$0.value] }, empty: "[]", depth)
    case .dictionary:
      writeSorted(
        mirror.children.map { Mirror(reflecting: $0.value).children.map(\.value) }, empty: "[:]",
        depth)
    case .enum: writeCase(value, of: namesType ? name : "", mirror, depth)
    case .struct: writeStructure(value, of: name, mirror, depth)
    default: refuse(value)
    }
  }

  /// Writes an address as the argument of a function.
  private mutating func write(_ scope: AnyAddress, after function: String, _ depth: Int) {
    guard let root = swiftName(of: root) else { return refuse(root) }
    text += ".\(function)(\(root).at"
    for step in scope.steps { write(step, depth) }
    text += ")"
  }

  private mutating func write(_ step: AnyAddress.Step, _ depth: Int) {
    guard let path = swiftPath(step.part.properties) else { return refuse(step.part) }
    text += path
    if let (label, name) = step.part.named { text += "[\(label): \(SwiftLiteral.quoted(name))]" }
    guard let id = step.id else {
      if step.part.isCollection { text += ".all" }
      return
    }
    // The `id` of an element has a known type. That of another child may have any.
    text += step.part.isCollection ? "[" : "[id: "
    write(id.base, namesType: !step.part.isCollection, depth: depth + 1)
    text += "]"
  }

  /// Writes a command with its control modifier.
  private mutating func write(_ command: ControlledCommand, _ depth: Int) {
    typealias Part = (label: String?, value: Any)
    write(command.content, namesType: true, depth: depth + 1)
    let (name, parts): (String, [Part]) =
      switch command.control {
      case .cancellable(let id, let cancelsInFlight, let withConsequences):
        (
          "cancellable",
          [("id", id)] + (cancelsInFlight ? [("cancelInFlight", true)] : [])
            + (withConsequences ? [("withConsequences", true)] : [])
        )
      case .delayed(let duration): ("delayed", [("by", duration)])
      case .debounced(let id, let duration): ("debounced", [("id", id), ("for", duration)])
      case .throttled(let id, let duration, let throttling):
        ("throttled", [("id", id), ("for", duration), (nil, throttling)])
      case .timeout(let duration, let message):
        ("timingOut", [("after", duration)] + (message.map { [(nil, $0)] } ?? []))
      case .retried(let retry, let reply):
        ("retried", [(nil, retry)] + (reply.map { [("telling", $0)] } ?? []))
      case .onFailure(let message): ("onFailure", [(nil, message)])
      case .onFailureReply(let reply): ("onFailure", [(nil, reply)])
      case .queued(let id, let policy): ("queued", [("id", id), (nil, policy)])
      }
    write(parts, ".\(name)(", ")", depth)
  }

  private mutating func writeStructure(
    _ value: Any, of name: String, _ mirror: Mirror, _ depth: Int
  ) {
    if let raw = value as? any RawRepresentable {
      return write([("rawValue", raw.rawValue as Any)], "\(name)(", ")", depth)
    }
    // Otherwise the value has a property wrapper or a custom mirror.
    guard mirror.children.allSatisfy({ isPropertyName($0.label) }) else { return refuse(value) }
    write(mirror.children.map { ($0.label, $0.value) }, "\(name)(", ")", depth)
  }

  private mutating func writeCase(
    _ value: Any, of type: String, _ mirror: Mirror, _ depth: Int
  ) {
    guard let name = enumCaseName(of: value).flatMap({ swiftIdentifier($0) }) else {
      return refuse(value)
    }
    text += "\(type).\(name)"
    guard let payload = mirror.children.first?.value else { return }
    let inside = Mirror(reflecting: payload)
    if inside.displayStyle == .tuple {
      write(inside.children.map { ($0.label, $0.value) }, "(", ")", depth)
    } else {
      write([(nil, payload)], "(", ")", depth)
    }
  }

  private mutating func write(
    _ parts: some Sequence<(label: String?, value: Any)>, _ start: String, _ end: String,
    _ depth: Int
  ) {
    text += start
    for (index, part) in parts.enumerated() {
      if index > 0 { text += ", " }
      if let label = part.label, !label.hasPrefix(".") {
        guard let name = swiftIdentifier(label, isLabel: true) else { return refuse(part.value) }
        text += "\(name): "
      }
      // Where any message or command fits, a case alone does not say of which type it is.
      let namesType = part.value is any Message || part.value is any Command
      write(part.value, namesType: namesType, depth: depth + 1)
    }
    text += end
  }

  /// Writes the elements of a set or the entries of a dictionary, sorted by their texts.
  private mutating func writeSorted(_ entries: [[Any]], empty: String, _ depth: Int) {
    let texts = entries.map { entry in
      entry.map { part in
        var source = SwiftSource(root: root)
        source.write(part, namesType: false, depth: depth + 1)
        unwritable += source.unwritable
        return source.text
      }.joined(separator: ": ")
    }
    text += entries.isEmpty ? empty : "[\(texts.sorted().joined(separator: ", "))]"
  }

  private mutating func refuse(_ value: Any) {
    text += "…"
    unwritable.append(swiftName(of: type(of: value)) ?? "\(type(of: value))")
  }
}

/// Whether the label of a mirror is the name of a property, and not that of a property wrapper or a
/// text of a custom mirror.
func isPropertyName(_ label: String?) -> Bool {
  guard let label, !label.hasPrefix("_"), !label.hasPrefix("$") else { return false }
  return swiftIdentifier(label) != nil
}
