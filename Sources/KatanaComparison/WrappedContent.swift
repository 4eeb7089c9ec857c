import Katana

/// Returns the command, subscription or message inside of a wrapper; `nil` for other values.
package func wrappedContent(of value: Any) -> Any? {
  switch value {
  case let layered as any Layered: layered.content
  case let controlled as ControlledCommand: controlled.content
  case let scoped as ScopedMessage: scoped.message
  default: nil
  }
}

/// Returns the value inside of all wrappers.
package func leaf(of value: Any) -> Any {
  var value = value
  while let content = wrappedContent(of: value) { value = content }
  return value
}
