import KatanaRuntime

/// What happens in a run, in order.
enum Event {
  // What comes from outside of the runtime: the reference hears it and goes on from there.
  case startCalled
  case shutdownCalled
  case shutdownReturned
  /// The scheduler lets something run; of a serial executor, the runtime's own work.
  case turn(isSerial: Bool)
  case sentFromOutside(ID, script: Int, Place)
  case sent(ID, script: Int, toRoot: Bool, by: ID)
  /// The command says that it has failed, by a message.
  case sentFailure(ID, script: Int, by: ID)
  /// An interpreter that runs in a task has begun.
  case began(ID)
  case ended(ID, hasFailed: Bool)
  case cancelled(ID)
  case fired(Int)
  case event(Int)
  case emitted(Int, ID, script: Int)
  case eventEnded(Int)
  // What the runtime does: the reference says what it must be. Noted at the end of each callback, after
  // what is sent in it.
  case before(ID)
  case observed(AppModel)
  case feedStarted(Int, Place, Int, Int)
  case feedStopped(Int)
  case feedUpdated(Int, Int)
  case started(ID)
  case returned(ID)
  case scheduled(Int, Duration)
  case reported(RuntimeIssue.Kind)
  case after(ID, AppModel)
  case interceptorsStarted
  case interceptorsStopped
}

extension Event: Equatable {}
