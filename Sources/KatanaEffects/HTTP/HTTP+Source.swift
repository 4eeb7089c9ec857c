import Katana

extension HTTPMethod: OwnSource {
  /// The name.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, name)] }
}

extension HTTPField: OwnSource {
  /// The name and the text.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, name), (nil, value)] }
}

extension HTTPFields: OwnSource {
  /// The fields.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, fields)] }
}

extension HTTPJSONValue: OwnSource {
  /// The value.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, value)] }
}
