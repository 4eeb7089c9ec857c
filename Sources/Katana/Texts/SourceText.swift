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

/// A type that states how its values are written as Swift source.
///
/// Tests that are generated from a recording contain such source. Conform a type only if its
/// initialiser does not take all stored properties by their names:
///
/// ```swift
/// extension Tick: SourceRepresentable {
///   public var sourceArguments: [(label: String?, value: Any)] {
///     [(nil, intervals), ("date", date)]
///   }
/// }
/// ```
public protocol SourceRepresentable {
  /// The arguments of an initialiser that creates an equal value, in their order. The label of an
  /// argument without a label is `nil`.
  var sourceArguments: [(label: String?, value: Any)] { get }
}

/// What ``SourceRepresentable`` is for the types of apps, for the types of the framework. Their
/// documentation does not show it.
package protocol OwnSource {
  /// The arguments of an initialiser that creates an equal value, in their order.
  var sourceArguments: [(label: String?, value: Any)] { get }
}

/// Returns the type of a value, and the arguments that it states; `nil` if it states none. Looks
/// into an optional.
package func sourceForm(
  of value: Any
) -> (type: Any.Type, arguments: [(label: String?, value: Any)])? {
  if let value = value as? any OwnSource { return (type(of: value), value.sourceArguments) }
  guard let value = value as? any SourceRepresentable else { return nil }
  return (type(of: value), value.sourceArguments)
}

/// Whether a character must not reach a terminal or a log: control characters, line separators, and
/// characters that change the direction of the text around them.
@inlinable
package func isUnprintable(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// Returns a text with an escape, such as `\u{1B}`, in place of each character that must not reach a
/// terminal or a log. So a text that an app, a file or a server chooses can neither control a
/// terminal nor begin a line that looks like another one.
///
/// - Parameters:
///   - text: The text.
///   - keepsLines: Whether line feeds stay, for a text of several lines.
package func printableText(_ text: String, keepsLines: Bool = false) -> String {
  let isPlain = text.unicodeScalars.allSatisfy { scalar in
    !isUnprintable(scalar.value) || keepsLines && scalar == "\n"
  }
  if isPlain { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n" where keepsLines: result.unicodeScalars.append(scalar)
    case "\n": result += #"\n"#
    case "\r": result += #"\r"#
    case "\t": result += #"\t"#
    case _ where isUnprintable(scalar.value):
      result += #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Returns a text as a string literal, with an escape in place of each character that must not reach
/// a terminal.
package func quotedText(_ text: String) -> String { printableText(String(reflecting: text)) }

/// Returns the name of a type with its module, such as `Shop.Item`. It is the same in each process.
///
/// Two private or local types may have one name: see ``stableTypeName(_:)``.
package func typeName(of type: Any.Type) -> String { stableTypeName(String(reflecting: type)) }

/// Returns the text that Swift has for a type, without addresses in memory.
///
/// Swift names the file or the function of a private or local type by an address, which is another
/// one in each process: `Shop.(unknown context at $5583b4ab10e0).Item`. The result is
/// `Shop.(private).Item`.
package func stableTypeName(_ text: String) -> String {
  let parts = text.split(separator: "(unknown context at $", omittingEmptySubsequences: false)
  return parts[0]
    + parts.dropFirst().map { "(private)" + $0.drop { $0 != ")" }.dropFirst() }.joined()
}

/// Returns a duration as Swift source, such as `.seconds(5)`, in the largest unit that needs no
/// fraction.
package func durationText(_ duration: Duration) -> String {
  if duration != duration.saturated { return ".seconds(\(duration / .seconds(1)))" }
  let (seconds, attoseconds) = duration.components
  if attoseconds == 0 { return ".seconds(\(seconds))" }
  for (name, unit) in [
    ("milliseconds", 1_000_000_000_000_000), ("microseconds", 1_000_000_000_000),
    ("nanoseconds", 1_000_000_000),
  ] as [(String, Int64)] where attoseconds % unit == 0 {
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(
      by: 1_000_000_000_000_000_000 / unit)
    let (count, overflows) = whole.addingReportingOverflow(attoseconds / unit)
    if !isTooLarge, !overflows { return ".\(name)(\(count))" }
  }
  return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
}

/// Returns a duration for people, such as `5 s`, in the largest unit that needs no fraction.
package func unitText(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.saturated.components
  if attoseconds == 0 { return "\(seconds) s" }
  for (name, unit) in [("ms", Duration.milliseconds(1)), ("µs", .microseconds(1))] {
    let count = duration / unit
    if count == count.rounded() && abs(count) < 1e12 { return "\(Int64(count)) \(name)" }
  }
  return "\(duration / .milliseconds(1)) ms"
}
