import KatanaRuntime
import KatanaTesting

struct Upload: Command, Equatable { var parts = 2 }

enum UploadMessage: Message, Equatable { case progressed(Double), finished }

/// Takes one second for each part, and ends when its task is cancelled.
struct UploadInterpreter: AsyncCommandInterpreter {
  func interpret(_ command: Upload, dispatch: Dispatcher) async throws {
    for part in 1...command.parts {
      try await dispatch.clock.sleep(for: .seconds(1))
      dispatch(UploadMessage.progressed(Double(part) / Double(command.parts)))
    }
    dispatch(UploadMessage.finished)
  }
}

/// Sends at once, on the thread that calls it.
struct InstantUploadInterpreter: CommandInterpreter {
  func interpret(_ command: Upload, dispatch: Dispatcher) {
    dispatch(UploadMessage.progressed(1))
    dispatch(UploadMessage.finished)
  }
}

/// Ignores its cancellation, and waits for a gate instead.
struct StubbornUploadInterpreter: AsyncCommandInterpreter {
  let gate: Gate

  func interpret(_ command: Upload, dispatch: Dispatcher) async throws {
    dispatch(UploadMessage.progressed(0.5))
    await gate.pass()
    dispatch(UploadMessage.progressed(1))
    dispatch(UploadMessage.finished)
  }
}

/// Stores its dispatcher in a box of the test, which keeps it.
struct LeakyUploadInterpreter: CommandInterpreter {
  let box: Locked<[Dispatcher]>

  func interpret(_ command: Upload, dispatch: Dispatcher) { box.withLock { $0.append(dispatch) } }
}

struct Crowd: Command {
  var senders: Int
  var each: Int
}

struct CrowdMessage: Message {
  var sender: Int
  var number: Int
}

/// Sends from several tasks at once, and ignores its cancellation.
struct CrowdInterpreter: AsyncCommandInterpreter {
  func interpret(_ command: Crowd, dispatch: Dispatcher) async throws {
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<command.senders {
        group.addTask {
          for number in 0..<command.each { dispatch(CrowdMessage(sender: sender, number: number)) }
        }
      }
    }
  }
}

struct Offline: Error, Equatable { var server = "example.org" }

struct OfflineUploadInterpreter: AsyncCommandInterpreter {
  func interpret(_ command: Upload, dispatch: Dispatcher) async throws { throw Offline() }
}

/// Ends the app.
struct QuitInterpreter: CommandInterpreter {
  func interpret(_ command: Upload, dispatch: Dispatcher) {
    dispatch(UploadMessage.finished)
    dispatch.requestShutdown()
  }
}

/// Performs a type that is no command, so that no update can return it.
struct TextInterpreter: CommandInterpreter {
  func interpret(_ command: String, dispatch: Dispatcher) {}
}

protocol Request: Command { var path: String { get } }
struct GetTodo: Request { var path = "/todo" }

enum RequestMessage: Message, Equatable { case answered(String) }

/// Serves many command types.
struct RequestInterpreter: AsyncCommandInterpreter {
  func interpret(_ command: any Request, dispatch: Dispatcher) async throws {
    dispatch(RequestMessage.answered(command.path))
  }
}

/// A gate at which tasks wait until it is opened, even if they are cancelled.
final class Gate: Sendable {
  private let state = Locked((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
