public import Katana
import KatanaEffects

/// What others publish while the server runs, so that somebody who watches has something to see.
public struct Samples: Codable, Equatable, Sendable {
  /// The time between two articles; `nil` to publish none.
  public var interval: Duration?
  /// The number of articles that were published so far.
  var count = 0
}

extension Samples: Model {}

/// The message that the next sample is due.
struct SampleDue: Message, Codable, Equatable {
  var tick: Tick
}

/// Publishes a sample after each interval.
let samplesFeature = CombinedUpdater<ServerModel>([
  .slice(\.samples, SampleSubscriptions()),
  .full(
    TypedFunctionUpdater { (model: inout ServerModel, message: SampleDue) in
      let (round, number) = model.samples.count.quotientAndRemainder(
        dividingBy: SampleArticle.news.count)
      let sample = SampleArticle.news[number]
      let title = round == 0 ? sample.title : "\(sample.title) \(round + 1)"
      model.samples.count += 1
      // The samples are valid, which a test shows.
      _ = try? model.publish(sample, titled: title, at: message.tick.date)
      return []
    }),
])

private struct SampleSubscriptions: SubscriptionProvider {
  var effects: [any Effect.Type] { [Every.self] }

  func subscriptions(model: Samples) -> [any Subscription] {
    model.interval.map { [Every($0, Reply { SampleDue(tick: $0) })] } ?? []
  }
}
