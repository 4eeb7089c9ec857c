import Katana
import KatanaRuntime

/// The messages that led from one model to another, with models in between. A value: who has a copy may
/// compute with it while the app goes on.
struct Timeline<AppModel: Model>: Sendable {
  /// A model and the messages after it.
  private struct Segment: Sendable {
    /// The number of the last message before.
    let start: UInt64
    let model: AppModel
    var messages: [Envelope] = []
  }

  private let feature: FeatureTree<AppModel>
  private var segments: [Segment]

  /// Begins with a model.
  ///
  /// - Parameter number: The number of the last message before.
  init(_ feature: FeatureTree<AppModel>, model: AppModel, after number: UInt64) {
    self.feature = feature
    segments = [Segment(start: number, model: model)]
  }

  /// The number with which it begins.
  var first: UInt64 { segments[0].start }

  /// The number with which it ends.
  var last: UInt64 {
    segments.last { !$0.messages.isEmpty }?.messages.last?.number ?? first
  }

  var messages: [Envelope] { segments.flatMap(\.messages) }

  private(set) var count = 0

  /// Whether the next message needs a model after it.
  func needsModel(every limit: Int) -> Bool {
    segments[segments.count - 1].messages.count + 1 >= limit
  }

  /// Adds a message.
  ///
  /// - Parameter model: The model after it, if it is needed.
  mutating func append(_ message: Envelope, model: AppModel?) {
    segments[segments.count - 1].messages.append(message)
    count += 1
    if let model { segments.append(Segment(start: message.number, model: model)) }
  }

  /// Drops the oldest messages, as long as a number of them is left.
  mutating func keep(_ limit: Int) {
    while segments.count > 1, count - segments[0].messages.count >= limit {
      count -= segments[0].messages.count
      segments.removeFirst()
    }
  }

  /// Checks that a number is one of a message, or the one with which this begins.
  func check(_ number: UInt64, alsoFirst: Bool = true) throws(TimeTravelError) {
    if alsoFirst, number == first { return }
    if number <= first { throw first == 0 ? .unknown(number) : .gone(number, first: first) }
    guard segment(of: number).messages.contains(where: { $0.number == number }) else {
      throw .unknown(number)
    }
  }

  /// The model after a message that is there.
  func model(after number: UInt64) -> AppModel {
    let segment = segment(of: number)
    var model = segment.model
    for message in segment.messages where message.number <= number {
      _ = feature.handle(model: &model, message: message.message)
    }
    return model
  }

  /// What leads to the model after a message.
  func ending(at number: UInt64) -> Timeline {
    var timeline = self
    timeline.segments = segments.filter { $0.start < number || $0.start == first }
    let last = timeline.segments.count - 1
    timeline.segments[last].messages.removeAll { $0.number > number }
    timeline.count = timeline.segments.reduce(0) { $0 + $1.messages.count }
    return timeline
  }

  /// The same without some messages, with the models computed again.
  func skipping(_ numbers: Set<UInt64>) -> Timeline {
    guard let firstSkipped = numbers.min() else { return self }
    var timeline = self
    timeline.segments = []
    for segment in segments {
      // The models after the first message that is left out are others now.
      let isSame = segment.start < firstSkipped
      let model = isSame ? segment.model : timeline.model(after: .max)
      let messages = segment.messages.filter { !numbers.contains($0.number) }
      timeline.segments.append(
        Segment(start: segment.start, model: model, messages: messages))
    }
    timeline.count = timeline.segments.reduce(0) { $0 + $1.messages.count }
    return timeline
  }

  /// The segment in which a message is; the last one before it if there is no such message.
  private func segment(of number: UInt64) -> Segment {
    var (low, high) = (1, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].start < number { low = middle + 1 } else { high = middle }
    }
    return segments[low - 1]
  }
}
