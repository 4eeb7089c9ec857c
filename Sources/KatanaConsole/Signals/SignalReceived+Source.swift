import Katana

extension SignalReceived: OwnSource {
  /// The signal and the reply.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, signal), (nil, reply)] }
}
