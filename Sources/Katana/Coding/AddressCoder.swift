/// Converts addresses to texts and back, for recordings, tools and tests.
///
/// ```swift
/// let coder = AddressCoder(program)
/// let text = try coder.text(of: message.address)          // "App.at.sheet.rows[7]"
/// runtime.dispatch(ScopedMessage(content, in: try coder.address(text)))
/// ```
///
/// The text is the description of the address, with its `id`s. Two kinds of properties appear by
/// their types instead of their names:
///
/// - All properties of a program that was built with `-disable-reflection-metadata`:
///   `App.at.<Sheet>.<Array<Row>>[7]`. If several parts have one type, the text adds the number of
///   the part, in the order of the properties: `.<Sheet #2>`.
/// - Computed properties in any program, because their names are never known: `.<computed Sheet>`.
///
/// A program with the same parts reads both forms, however it was built.
///
/// Without an ``IDFormat``, a coder converts `id`s that are `LosslessStringConvertible`, such as
/// numbers and strings, and `id`s with such a raw value.
///
/// - Complexity: The creation of a coder is linear in the number of the program's parts, so keep the
///   coder. Each conversion is linear in the depth of the address.
public struct AddressCoder: Sendable {
  /// A conversion of `id`s to texts and back, for types that ``AddressCoder`` cannot convert by
  /// itself.
  public struct IDFormat: Sendable {
    /// Returns the text of an `id`, or `nil` if the format does not support its type.
    package var text: @Sendable (_ id: any Hashable & Sendable) -> String?
    /// Returns the `id` of a type, or `nil` if the text does not represent one.
    package var id:
      @Sendable (_ text: String, _ type: any (Hashable & Sendable).Type) -> (
        any Hashable & Sendable
      )?

    /// Creates a format from its two conversions.
    ///
    /// The coder calls `text` and `id` before its own conversions, so a format can replace these.
    ///
    /// - Parameters:
    ///   - text: Returns the text of an `id`, or `nil` if the format does not support its type.
    ///   - id: Returns the `id` of a type, or `nil` if the text does not represent one.
    public init(
      text: @escaping @Sendable (_ id: any Hashable & Sendable) -> String?,
      id:
        @escaping @Sendable (
          _ text: String, _ type: any (Hashable & Sendable).Type
        ) -> (any Hashable & Sendable)?
    ) {
      self.text = text
      self.id = id
    }
  }

  private let levels: AddressLevels
  private let format: IDFormat?
  /// Whether properties are written by their types, as in a program without their names.
  private let writesTypes: Bool

  /// Creates a coder for the addresses of a program.
  ///
  /// - Parameters:
  ///   - program: The program whose parts the addresses name.
  ///   - format: The conversion of `id`s that are neither `LosslessStringConvertible` nor have such
  ///     a raw value.
  public init(_ program: Program<some Model>, ids format: IDFormat? = nil) {
    self.init(program, ids: format, writesTypes: false)
  }

  package init(_ program: Program<some Model>, ids format: IDFormat? = nil, writesTypes: Bool) {
    levels = AddressLevels(program.feature.node.router)
    self.format = format
    self.writesTypes = writesTypes
  }

  /// Returns the text of an address.
  ///
  /// - Parameter address: The address, relative to the program's model.
  /// - Throws: An ``AddressError`` if the program has no such part, if two parts would have one
  ///   text, or if an `id` cannot be written.
  public func text(of address: AnyAddress) throws(AddressError) -> String {
    var text = levels.root
    var level = levels.first
    for step in address.steps {
      guard let part = level.parts[step.part] else {
        throw AddressError(.unknownPart(step.part.description, of: level.choices), in: text)
      }
      guard let own = part.text.written(byType: writesTypes) else {
        throw AddressError(.ambiguousPart(step.part.typeText), in: text)
      }
      text += own
      if let id = step.id {
        text += "[\(try idText(id.base, in: text))]"
      } else if part.isCollection {
        throw AddressError(.unclosedID, in: text)
      }
      level = levels.inside(part)
    }
    return text
  }

  /// Returns the address that a text represents, whether or not the model has such a child now.
  ///
  /// - Throws: An ``AddressError`` that names the first part or `id` that cannot be read.
  public func address(_ text: String) throws(AddressError) -> AnyAddress {
    let root = levels.root
    guard text.utf8.starts(with: root.utf8) else { throw AddressError(.otherRoot(root), in: text) }
    var rest = text.utf8.dropFirst(root.utf8.count)
    var steps: [AnyAddress.Step] = []
    var level = levels.first
    while !rest.isEmpty {
      let before = text.utf8[..<rest.startIndex]
      guard let (name, length) = level.part(at: rest), let part = level.parts[name] else {
        throw AddressError(
          .unknownPart(String(Substring(rest.prefix(60))), of: level.choices),
          in: String(Substring(before)))
      }
      rest = rest.dropFirst(length)
      var id: ScopeID?
      if rest.first == UInt8(ascii: "["), !rest.startsToken, let type = part.idType {
        let place = String(Substring(text.utf8[..<rest.startIndex]))
        guard let (content, end) = rest.bracketed else {
          throw AddressError(.unclosedID, in: place)
        }
        guard let value = format?.id(content, type) ?? losslessValue(content, type) else {
          throw AddressError(.otherID(content, "\(type)"), in: place)
        }
        id = ScopeID(value)
        rest = rest[end...]
      } else if part.isCollection {
        throw AddressError(.unclosedID, in: String(Substring(text.utf8[..<rest.startIndex])))
      }
      steps.append(AnyAddress.Step(part: name, id: id))
      level = levels.inside(part)
    }
    return AnyAddress(steps)
  }

  private func idText(
    _ id: any Hashable & Sendable, in text: String
  ) throws(AddressError) -> String {
    if let known = format?.text(id) { return quotedText(known) }
    guard let own = losslessText(id) else {
      throw AddressError(.unwritableID("\(type(of: id))"), in: text)
    }
    return id is String || !own.isWord ? quotedText(own) : own
  }
}

/// An error of an ``AddressCoder``: an address or a text that it cannot convert.
public struct AddressError: Error, CustomStringConvertible {
  enum Reason {
    case otherRoot(String)
    case unknownPart(String, of: [String])
    case ambiguousPart(String)
    case unclosedID
    case otherID(String, String)
    case unwritableID(String)
  }

  let reason: Reason
  let address: String

  init(_ reason: Reason, in address: String) {
    self.reason = reason
    self.address = address
  }

  /// Returns the description with another text for the address, such as one without `id`s.
  package func text(in address: String) -> String { AddressError(reason, in: address).description }

  /// The error, its position in the address, and in most cases the way to fix it.
  public var description: String {
    switch reason {
    case .otherRoot(let root):
      "The address \(shortened(address)) belongs to another app. The addresses of this app begin with"
        + " \(root)."
    case .unknownPart(let part, let known):
      known.isEmpty
        ? "\(shortened(address)) has no parts, so \(shortened(part)) means nothing."
        : "\(shortened(address)) has no part \(shortened(part)). Its parts are"
          + " \(known.joined(separator: ", "))."
    case .ambiguousPart(let part):
      "\(shortened(address)) has several parts \(part), which cannot be told apart: the names of"
        + " computed properties are never known, and -disable-reflection-metadata removes all"
        + " names. To fix this, make each of them a ClosurePart, which has a name."
    case .unclosedID:
      "After \(shortened(address)) an id in brackets must follow: a number, a word or a string"
        + " literal."
    case .otherID(let id, let type):
      "The id in \(shortened(address))[\(shortened(id))] is not of the type \(type). To fix this,"
        + " correct the id, or give the AddressCoder or the RecordingFormat an IDFormat for its type."
    case .unwritableID(let type):
      "The id after \(shortened(address)) cannot be written: \(type) is not"
        + " LosslessStringConvertible. To fix this, give the AddressCoder or the RecordingFormat an"
        + " IDFormat for this type."
    }
  }

  private func shortened(_ text: String) -> String {
    text.utf8.count > 200 ? "\(text.prefix(190))…" : text
  }
}
