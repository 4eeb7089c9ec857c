import Katana
import Testing

@Suite struct DurationTextTests {
  static let longest = Duration.seconds(Int64.max)
  /// Longer than the number of seconds that an `Int64` holds, and nearly the longest duration.
  static let beyond = Duration.seconds(1.6e20)

  @Test(arguments: [
    (Duration.seconds(5), ".seconds(5)"), (.milliseconds(1_500), ".milliseconds(1500)"),
    (longest, ".seconds(9223372036854775807)"), (beyond, ".seconds(1.6e+20)"),
    (.zero - beyond, ".seconds(-1.6e+20)"),
    (longest + .nanoseconds(1), ".seconds(9.223372036854776e+18)"),
    // The sum of the seconds and of the rest is too large for a number of milliseconds.
    (
      Duration(
        secondsComponent: 9_223_372_036_854_775, attosecondsComponent: 900_000_000_000_000_000),
      "Duration(secondsComponent: 9223372036854775, attosecondsComponent: 900000000000000000)"
    ),
    (
      Duration(secondsComponent: -1, attosecondsComponent: -7),
      "Duration(secondsComponent: -1, attosecondsComponent: -7)"
    ),
  ])
  func aDurationIsSwiftSource(_ duration: Duration, _ text: String) {
    #expect(durationText(duration) == text)
  }

  @Test func aDurationForPeopleSaturates() {
    #expect(unitText(.seconds(5)) == "5 s")
    #expect(unitText(Self.beyond) == "9223372036854775807 s")
    #expect(unitText(.zero - Self.beyond) == "-9223372036854775807 s")
  }

  @Test func sumsAndDifferencesSaturate() {
    #expect(Duration.seconds(2).adding(.seconds(3)) == .seconds(5))
    #expect(Duration.seconds(2).subtracting(.seconds(3)) == .seconds(-1))
    #expect(Self.beyond.adding(Self.beyond) == Self.longest)
    #expect((.zero - Self.beyond).subtracting(Self.beyond) == .zero - Self.longest)
    #expect(Self.longest.subtracting(Self.longest) == .zero)
  }

  @Test func nanosecondsSaturate() {
    #expect(Duration.milliseconds(-1_500).nanoseconds == -1_500_000_000)
    #expect(Duration.nanoseconds(Int64.max).nanoseconds == .max)
    #expect(Duration.nanoseconds(Int64.min).nanoseconds == .min)
    #expect((Duration.nanoseconds(Int64.max) + .nanoseconds(1)).nanoseconds == .max)
    #expect(Self.beyond.nanoseconds == .max)
    #expect((.zero - Self.beyond).nanoseconds == .min)
  }

  @Test func aPauseOfARetrySaturates() {
    let backoff = Backoff.exponential(from: Self.longest, factor: 1e9, limit: Self.beyond)
    for attempt in 1...4 {
      let pause = backoff.jittered(by: 1, seed: 7).delay(before: attempt)
      #expect((.zero...Self.longest).contains(pause))
    }
    #expect(Backoff.constant(Self.beyond).delay(before: 1) == Self.longest)
  }
}
