public import Katana

extension StoreKey: SourceRepresentable {
  /// The name and the default.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, name), ("default", defaultValue)]
  }
}

extension LoadValue: SourceRepresentable {
  /// The key and the reply.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, key), (nil, reply)] }
}

extension SaveValue: SourceRepresentable {
  /// The key, the value and the reply.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, key), (nil, value), (nil, reply)]
  }
}

extension RemoveValue: SourceRepresentable {
  /// The key and the reply.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, key), (nil, reply)] }
}
