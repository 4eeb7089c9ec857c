import Katana

extension NewID: OwnSource {
  /// The reply.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, reply)] }
}
