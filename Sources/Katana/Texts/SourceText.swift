/// Returns a value as Swift source on one line, such as `Row(id: 7, title: "x", seen: nil)`.
///
/// A value with a description of its own prints that. Characters that must not reach a terminal, such
/// as line breaks, are escaped; see ``printableText(_:keepsLines:)``. Dictionaries and sets print in
/// the order of the texts of their keys or elements, so that equal values have equal texts. Secrets
/// print `•••` at any depth. An object without a description prints its type and `…`. Values at a
/// depth of 40 and more print `…`.
///
/// - Parameters:
///   - value: The value to print.
///   - namesType: Whether the case of an enum includes its type, which is needed if the context
///     does not determine the type: `Screen.home` instead of `.home`.
///   - limit: The approximate number of bytes after which further elements and parts print as `…`.
package func sourceText(of value: Any, namesType: Bool = false, limit: Int = .max) -> String {
  var printer = SourcePrinter(limit: limit)
  printer.write(value, namesType: namesType)
  return printer.text
}

private struct SourcePrinter {
  private(set) var text = ""
  private let limit: Int
  private var depth = 0

  init(limit: Int) { self.limit = limit }

  mutating func write(_ value: Any, namesType: Bool = false) {
    guard depth < 40 else { return text += "…" }
    depth += 1
    defer { depth -= 1 }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let child = mirror.children.first else { return text += "nil" }
      write(child.value, namesType: namesType)
    case .tuple: writeChildren(mirror, "(", ")")
    case .dictionary: writeDictionary(value, mirror)
    case .set: writeSet(value, mirror)
    case .collection: writeChildren(mirror, "[", "]")
    default: writeOther(value, mirror, namesType)
    }
  }

  private mutating func writeOther(_ value: Any, _ mirror: Mirror, _ namesType: Bool) {
    switch value {
    case is any StringProtocol, is Character, is Unicode.Scalar, is StaticString:
      text += printableText(String(reflecting: value))
    case let type as Any.Type: text += "\(type).self"
    // Its description is an address in memory, which differs from run to run.
    case is ObjectIdentifier: text += "ObjectIdentifier(…)"
    case let scoped as ScopedMessage:
      write(scoped.message, namesType: true)
      text += ".to(\(scoped.address))"
    case let duration as Duration: writeOneLine(durationText(duration))
    case let described as any CustomStringConvertible: writeOneLine(described.description)
    case let described as any CustomDebugStringConvertible:
      writeOneLine(described.debugDescription)
    default: writeParts(value, mirror, namesType)
    }
  }

  private mutating func writeOneLine(_ description: String) { text += printableText(description) }

  private mutating func writeParts(_ value: Any, _ mirror: Mirror, _ namesType: Bool) {
    switch mirror.displayStyle {
    case .struct: writeChildren(mirror, "\(type(of: value))(", ")")
    case .enum:
      guard let name = enumCaseName(of: value) else { return writeOneLine("\(value)") }
      if namesType { text += "\(type(of: value))" }
      text += ".\(name)"
      guard let payload = mirror.children.first?.value else { return }
      if Mirror(reflecting: payload).displayStyle == .tuple { return write(payload) }
      writeList([payload], "(", ")") { $0.write($1) }
    // Another thread may be changing the object, so reading its properties would be a data race.
    case .class: text += "\(type(of: value))(…)"
    default: writeOneLine(String(describing: value))
    }
  }

  private mutating func writeList<Element>(
    _ elements: some Sequence<Element>, _ start: String, _ end: String,
    _ write: (inout SourcePrinter, Element) -> Void
  ) {
    text += start
    var separator = ""
    for element in elements {
      text += separator
      separator = ", "
      guard text.utf8.count < limit else {
        text += "…"
        break
      }
      write(&self, element)
    }
    text += end
  }

  private mutating func writeChildren(_ mirror: Mirror, _ start: String, _ end: String) {
    writeList(mirror.children, start, end) { printer, child in
      // A custom mirror may have any labels.
      if let label = child.label, !label.hasPrefix(".") {
        printer.text += "\(printableText(label)): "
      }
      printer.write(child.value)
    }
  }

  /// Writes a `Dictionary` in the order of the texts of its keys, and other types in their own order.
  private mutating func writeDictionary(_ value: Any, _ mirror: Mirror) {
    if mirror.children.isEmpty { return text += "[:]" }
    var entries = mirror.children.map { entry in
      let parts = Array(Mirror(reflecting: entry.value).children)
      return (key: part(parts[0].value), value: part(parts[1].value))
    }
    if value is [AnyHashable: Any] { entries.sort { $0 < $1 } }
    writeList(entries, "[", "]") { $0.text += "\($1.key): \($1.value)" }
  }

  /// Writes a `Set` in the order of the texts of its elements, and other types in their own order.
  private mutating func writeSet(_ value: Any, _ mirror: Mirror) {
    var elements = mirror.children.map { part($0.value) }
    if value is Set<AnyHashable> { elements.sort() }
    writeList(elements, "[", "]") { $0.text += $1 }
  }

  /// Returns the text of a part, which ends where the limit of the whole does.
  private func part(_ value: Any) -> String {
    var printer = SourcePrinter(limit: limit - text.utf8.count)
    printer.depth = depth
    printer.write(value)
    return printer.text
  }
}
