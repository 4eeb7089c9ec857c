public import KatanaRuntime
public import ServiceLifecycle

/// A runtime as a service of the package swift-service-lifecycle.
///
/// The service starts the runtime, and ends when the runtime has ended. If its group shuts down
/// gracefully, the runtime finishes first: it refuses messages from outside, and its commands may
/// end within the limit. If the task of the service is cancelled, commands are cancelled.
///
/// A group shuts its services down in reverse order. So put the service of a runtime before the
/// services that send requests to it: these end first, with the answers to their open requests.
public struct RuntimeService<AppModel: Model>: Service {
  private let runtime: Runtime<AppModel>
  private let limit: Duration

  /// Creates the service of a runtime that has not been started.
  ///
  /// - Parameters:
  ///   - runtime: The runtime.
  ///   - limit: The longest time in which its commands may end, by the clock of the runtime.
  public init(_ runtime: Runtime<AppModel>, finishingWithin limit: Duration = .seconds(10)) {
    self.runtime = runtime
    self.limit = limit
  }

  /// Runs the runtime to its end.
  ///
  /// - Throws: ``UnfinishedWork`` if commands had not ended within the limit.
  public func run() async throws {
    runtime.start()
    await cancelWhenGracefulShutdown { await runtime.waitUntilEnded() }
    let result = await runtime.finish(within: limit)
    guard result.isComplete || Task.isCancelled else { throw UnfinishedWork(names: result.left) }
  }
}

/// Commands had not ended when their time was over.
public struct UnfinishedWork: Error, Equatable, CustomStringConvertible {
  /// The names of the commands, sorted; none if an update or an interpreter has not returned.
  public var names: [String]

  /// Creates an error with the names of commands.
  public init(names: [String]) { self.names = names }

  /// The names on one line.
  public var description: String {
    "still running: " + (names.isEmpty ? "a step of the runtime" : names.joined(separator: ", "))
  }
}
