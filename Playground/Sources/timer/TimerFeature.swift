import Katana
import KatanaEffects
import KatanaRecording

// The task "Timer" of 7GUIs, https://eugenkiss.github.io/7guis/tasks#timer: a gauge of the elapsed
// time, a duration that the user can change while the timer runs, and a reset.

struct TimerModel: Model, Codable, Equatable {
  typealias Receives = TimerMessage

  /// In tenths of a second.
  var elapsed = 0
  /// In tenths of a second.
  var duration = 150

  static let longest = 600

  var isRunning: Bool { elapsed < duration }
}

enum TimerMessage: Message, Codable, Equatable {
  case ticked(Tick)
  case happened(TerminalEvent)
}

struct TimerFeature: TypedUpdater, ModelSubscriptionProvider {
  var effects: [Effect] {
    [
      .command(ExitProcess.self), .subscription(Every.self), .subscription(TerminalInput.self),
      .subscription(TerminalScreen.self),
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
    }
    return []
  }

  private func pressed(_ key: TerminalKey, _ model: inout TimerModel) -> [any Command] {
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
    let ticks = Every(.milliseconds(100), Reply(TimerMessage.ticked))
    return [TerminalInput(Reply(TimerMessage.happened)), TerminalScreen(lines(of: model))]
      + (model.isRunning ? [ticks] : [])
  }

  private func lines(of model: TimerModel) -> [String] {
    let gauge = model.duration == 0 ? 1 : min(1, Double(model.elapsed) / Double(model.duration))
    return [
      "Elapsed   \(bar(gauge)) \(seconds(model.elapsed))",
      "Duration  \(bar(Double(model.duration) / Double(TimerModel.longest))) "
        + seconds(model.duration),
      "left and right change the duration, r resets, q quits",
    ]
  }

  private func bar(_ part: Double) -> String {
    let count = Int((part * 30).rounded())
    return String(repeating: "█", count: count) + String(repeating: "░", count: 30 - count)
  }

  private func seconds(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10) s" }
}

let timerProgram = Program(model: TimerModel(), TimerFeature())
let timerFormat = RecordingFormat(
  timerProgram, payloads: [TimerModel.self, TimerMessage.self])
