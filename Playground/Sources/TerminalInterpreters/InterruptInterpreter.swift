import Dispatch
import Foundation
import Katana
public import KatanaRuntime
public import Terminal

/// Hears Ctrl-C.
public final class InterruptInterpreter: PlainSubscriptionInterpreter {
  private let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
  private let dispatch: SubscriptionDispatcher<Interrupt>

  /// An interpreter; made by the runtime.
  public init(subscription: Interrupt, dispatch: SubscriptionDispatcher<Interrupt>) {
    self.dispatch = dispatch
  }

  /// Listens, instead of letting the signal end the process.
  public func start() {
    signal(SIGINT, SIG_IGN)
    source.setEventHandler { [dispatch] in dispatch { $0.reply() } }
    source.resume()
  }

  /// From now on the signal ends the process again, so that a second Ctrl-C ends a slow shutdown.
  public func stop() {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
