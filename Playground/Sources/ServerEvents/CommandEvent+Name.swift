import KatanaRuntime

extension CommandEvent.Step {
  /// The part of a command's life, without what belongs to one run.
  var name: String {
    switch self {
    case .delayed: "delayed"
    case .queued: "queued"
    case .resumed: "resumed"
    case .started: "started"
    case .answered: "answered"
    case .finished: "finished"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .retried: "tried again"
    }
  }
}
