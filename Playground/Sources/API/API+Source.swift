public import Katana

// Tells the test generator how to write these values as source, because they have no memberwise
// initialiser.

extension APICommand: SourceRepresentable {
  /// The call, the key and the reply.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, call), ("in", key as Any), (nil, reply)]
  }
}

extension FieldError: SourceRepresentable {
  /// The field and the texts.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, field), ("texts", texts)] }
}
