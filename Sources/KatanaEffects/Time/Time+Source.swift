import Katana

extension Tick: OwnSource {
  /// The number of intervals and the date.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, intervals), ("date", date)]
  }
}

extension Every: OwnSource {
  /// The interval, the alignment and the reply.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, interval), ("alignedTo", alignment), (nil, reply)]
  }
}

extension Now: OwnSource {
  /// The reply.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, reply)] }
}

extension Today: OwnSource {
  /// The reply.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, reply)] }
}

extension CurrentTimeZone: OwnSource {
  /// The reply.
  package var sourceArguments: [(label: String?, value: Any)] { [(nil, reply)] }
}
