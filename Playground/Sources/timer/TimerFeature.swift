import Katana
import KatanaConsole
import KatanaEffects
import KatanaRecording

// The task "Timer" of 7GUIs, https://eugenkiss.github.io/7guis/tasks#timer: a gauge of the elapsed
// time, a duration that the user can change while the timer runs, and a reset.
//
// With `--keep FOLDER`, the timer continues from its last state at the next start, also if its
// process was killed.

struct TimerModel: Model, Codable, Equatable {
  typealias Receives = TimerMessage

  /// In tenths of a second.
  var elapsed = 0
  /// In tenths of a second.
  var duration = 150
  /// Whether the saved timer of the last run was loaded, or there is none.
  var isLoaded = false
  /// Shown until the user presses a key.
  var problem: StoreError?

  static let longest = 600

  var isRunning: Bool { isLoaded && elapsed < duration }
}

/// The part of the model that is kept for the next start.
struct SavedTimer: Codable, Equatable {
  /// In tenths of a second.
  var elapsed: Int
  /// In tenths of a second.
  var duration: Int
}

extension PersistedFile where Value == SavedTimer {
  static var timer: PersistedFile { "timer.json" }
}

enum TimerMessage: Message, Codable, Equatable {
  case ticked(Tick)
  case happened(TerminalEvent)
  case restored(SavedTimer?)
  case failed(StoreError)
  /// The user has moved the slider of the screen, in seconds.
  case durationSet(Double)
  case resetTapped
  case quit

  static func loaded(_ result: Outcome<SavedTimer?, StoreError>) -> TimerMessage {
    switch result {
    case .success(let model): .restored(model)
    case .failure(let error): .failed(error)
    }
  }
}

struct TimerFeature: TypedUpdater, SubscriptionProvider {
  /// Whether the terminal shows the timer in lines; otherwise, a screen does.
  var showsLines = true

  var effects: [any Effect.Type] {
    [
      ExitProcess.self, LoadPersisted<SavedTimer>.self, Every.self, Persisted.self,
      TerminalInput.self, TerminalScreen.self,
    ]
  }

  func update(model: inout TimerModel, message: TimerMessage) -> [any Command] {
    switch message {
    case .ticked(let tick):
      // The elapsed time must not exceed the duration, which the user may have shortened since the
      // tick was sent.
      model.elapsed = max(model.elapsed, min(model.elapsed + tick.intervals, model.duration))
    case .happened(.key(let press)):
      return pressed(press.key, &model)
    case .happened(.end):
      return [ExitProcess()]
    case .happened: break
    case .restored(let saved):
      // The file may have been edited.
      if let saved {
        model.elapsed = min(max(0, saved.elapsed), TimerModel.longest)
        model.duration = min(max(0, saved.duration), TimerModel.longest)
      }
      (model.isLoaded, model.problem) = (true, nil)
    case .failed(let error): (model.isLoaded, model.problem) = (true, error)
    case .durationSet(let seconds):
      model.duration = min(max(0, Int((seconds * 10).rounded())), TimerModel.longest)
    case .resetTapped: model.elapsed = 0
    case .quit: return [ExitProcess()]
    }
    return []
  }

  private func pressed(_ key: TerminalKey, _ model: inout TimerModel) -> [any Command] {
    model.problem = nil
    switch key {
    case .left: model.duration = max(0, model.duration - 10)
    case .right: model.duration = min(TimerModel.longest, model.duration + 10)
    case .character("r"): model.elapsed = 0
    case .character("q"), .escape: return [ExitProcess()]
    default: break
    }
    return []
  }

  func subscriptions(model: TimerModel) -> [any Subscription] {
    let ticks = Every(.milliseconds(100), reply { .ticked($0) })
    let saved = SavedTimer(elapsed: model.elapsed, duration: model.duration)
    let kept = Persisted(
      saved, to: .timer, after: .milliseconds(100), atMost: .seconds(1), reply { .failed($0) })
    let lines: [any Subscription] = [
      TerminalInput(reply { .happened($0) }), TerminalScreen(lines(of: model), remains: true),
    ]
    return (showsLines ? lines : [])
      + (model.isLoaded ? [kept] : []) + (model.isRunning ? [ticks] : [])
  }

  private func lines(of model: TimerModel) -> [String] {
    let gauge = model.duration == 0 ? 1 : min(1, Double(model.elapsed) / Double(model.duration))
    return [
      "Elapsed   \(bar(gauge)) \(seconds(model.elapsed))",
      "Duration  \(bar(Double(model.duration) / Double(TimerModel.longest))) "
        + seconds(model.duration),
      "left and right change the duration,", "r resets, q quits",
    ] + (model.problem.map { ["\($0)"] } ?? [])
  }

  private func bar(_ part: Double) -> String {
    let count = Int((part * 30).rounded())
    return String(repeating: "█", count: count) + String(repeating: "░", count: 30 - count)
  }

  private func seconds(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10) s" }
}

let timerProgram = Program(
  model: TimerModel(), TimerFeature(), commands: [LoadPersisted(.timer, Reply(TimerMessage.loaded))]
)
let timerScreenProgram = Program(
  model: TimerModel(), TimerFeature(showsLines: false),
  commands: [LoadPersisted(.timer, Reply(TimerMessage.loaded))])

let timerFormat = RecordingFormat(
  timerProgram, payloads: [TimerModel.self, TimerMessage.self])
