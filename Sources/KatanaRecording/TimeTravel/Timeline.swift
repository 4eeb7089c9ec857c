import Katana
import KatanaRuntime

/// The messages that led from one model to another, with stored models in between.
///
/// It is a value, so a copy can compute past models while the app handles further messages.
struct Timeline<AppModel: Model>: Sendable {
  /// A model and the messages after it.
  private struct Segment: Sendable {
    /// The number of the last message before the model.
    let start: UInt64
    let model: AppModel
    var messages: [Envelope] = []
  }

  private let feature: FeatureTree<AppModel>
  private var segments: [Segment]

  /// Creates a timeline without messages.
  ///
  /// - Parameter number: The number of the last message before the model.
  init(_ feature: FeatureTree<AppModel>, model: AppModel, after number: UInt64) {
    self.feature = feature
    segments = [Segment(start: number, model: model)]
  }

  /// The number of the last message before the first model.
  var first: UInt64 { segments[0].start }

  /// The number of the last message; ``first`` if there are no messages.
  var last: UInt64 {
    segments.last { !$0.messages.isEmpty }?.messages.last?.number ?? first
  }

  var messages: [Envelope] { segments.flatMap(\.messages) }

  /// The number of messages.
  private(set) var count = 0

  /// Whether the model after the next message must be stored.
  func needsModel(every limit: Int) -> Bool {
    segments[segments.count - 1].messages.count + 1 >= limit
  }

  /// Adds a message.
  ///
  /// - Parameter model: The model after the message, if it must be stored.
  mutating func append(_ message: Envelope, model: AppModel?) {
    segments[segments.count - 1].messages.append(message)
    count += 1
    if let model { segments.append(Segment(start: message.number, model: model)) }
  }

  /// Drops the oldest segments, but keeps at least a number of messages. Returns what it has dropped.
  mutating func keep(_ limit: Int) -> [Any] {
    var dropped: [Any] = []
    while segments.count > 1, count - segments[0].messages.count >= limit {
      count -= segments[0].messages.count
      dropped.append(segments.removeFirst())
    }
    return dropped
  }

  /// Throws unless a number is that of a message, or is ``first`` and `alsoFirst` is true.
  func check(_ number: UInt64, alsoFirst: Bool = true) throws(TimeTravelError) {
    if alsoFirst, number == first { return }
    if number <= first { throw first == 0 ? .unknown(number) : .gone(number, first: first) }
    guard segment(of: number).messages.contains(where: { $0.number == number }) else {
      throw .unknown(number)
    }
  }

  /// Computes the model after a message of this timeline.
  func model(after number: UInt64) -> AppModel {
    let segment = segment(of: number)
    var model = segment.model
    for message in segment.messages where message.number <= number {
      _ = feature.handle(model: &model, message: message.message)
    }
    return model
  }

  /// Returns the timeline up to a message.
  func ending(at number: UInt64) -> Timeline {
    var timeline = self
    timeline.segments = segments.filter { $0.start < number || $0.start == first }
    let last = timeline.segments.count - 1
    timeline.segments[last].messages.removeAll { $0.number > number }
    timeline.count = timeline.segments.reduce(0) { $0 + $1.messages.count }
    return timeline
  }

  /// Returns the timeline without some messages, and computes its stored models again.
  func skipping(_ numbers: Set<UInt64>) -> Timeline {
    guard let firstSkipped = numbers.min() else { return self }
    var timeline = self
    timeline.segments = []
    for segment in segments {
      // Every model after the first left-out message changes.
      let isSame = segment.start < firstSkipped
      let model = isSame ? segment.model : timeline.model(after: .max)
      let messages = segment.messages.filter { !numbers.contains($0.number) }
      timeline.segments.append(
        Segment(start: segment.start, model: model, messages: messages))
    }
    timeline.count = timeline.segments.reduce(0) { $0 + $1.messages.count }
    return timeline
  }

  /// Returns the segment that a message belongs to; the last one before the number if there is no
  /// such message.
  private func segment(of number: UInt64) -> Segment {
    var (low, high) = (1, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].start < number { low = middle + 1 } else { high = middle }
    }
    return segments[low - 1]
  }
}
