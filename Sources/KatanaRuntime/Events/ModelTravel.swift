package import Katana

/// A change of the model that an event handler may request from its runtime.
package enum ModelTravel: Sendable {
  /// See ``Runtime/show(_:)``.
  case show(any Model)
  /// See ``Runtime/showPresent()``.
  case showPresent
  /// See ``Runtime/goOn(from:)``. `told` is called after the model was replaced, before the
  /// event handlers are called.
  case goOn(any Model, told: @Sendable () -> Void)
}

extension ModelTravel {
  /// Whether its model, if it has one, is of a type.
  func isOfModel(_ type: any Model.Type) -> Bool {
    switch self {
    case .show(let model), .goOn(let model, _): Swift.type(of: model) == type
    case .showPresent: true
    }
  }
}
