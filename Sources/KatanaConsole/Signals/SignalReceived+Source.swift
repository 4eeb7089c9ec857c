public import Katana

extension SignalReceived: SourceRepresentable {
  /// The signal and the reply.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, signal), (nil, reply)] }
}
