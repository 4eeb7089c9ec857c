public import Katana

extension HTTPMethod: SourceRepresentable {
  /// The name.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, name)] }
}

extension HTTPField: SourceRepresentable {
  /// The name and the text.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, name), (nil, value)] }
}

extension HTTPFields: SourceRepresentable {
  /// The fields.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, fields)] }
}

extension HTTPJSONValue: SourceRepresentable {
  /// The value.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, value)] }
}
