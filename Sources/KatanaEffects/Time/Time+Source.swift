public import Katana

extension Tick: SourceRepresentable {
  /// The number of intervals and the date.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, intervals), ("date", date)]
  }
}

extension Every: SourceRepresentable {
  /// The interval, the alignment and the reply.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, interval), ("alignedTo", alignment), (nil, reply)]
  }
}

extension Now: SourceRepresentable {
  /// The reply.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, reply)] }
}

extension Today: SourceRepresentable {
  /// The reply.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, reply)] }
}

extension CurrentTimeZone: SourceRepresentable {
  /// The reply.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, reply)] }
}
