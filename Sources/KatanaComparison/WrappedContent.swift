import Katana

/// What a wrapper around a command, a subscription or a message holds; `nil` for other values.
package func wrappedContent(of value: Any) -> Any? {
  switch value {
  case let wrapper as any AddressWrapper: wrapper.content
  case let controlled as ControlledCommand: controlled.content
  case let wrapper as any SubscriptionWrapper: wrapper.content
  case let scoped as ScopedMessage: scoped.message
  default: nil
  }
}

/// What is left of a value when all wrappers are taken off.
package func leaf(of value: Any) -> Any {
  var value = value
  while let content = wrappedContent(of: value) { value = content }
  return value
}
