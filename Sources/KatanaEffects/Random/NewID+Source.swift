public import Katana

extension NewID: SourceRepresentable {
  /// The reply.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, reply)] }
}
