public import Katana

// How generated tests write what has no initialiser with its properties' names.

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
