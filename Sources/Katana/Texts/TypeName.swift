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
