import Katana
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct ExploreTests {
  private let taps: [SessionMessage] = [.logInTapped, .logOutTapped]

  @Test func anAnswerThatOvertakesALogoutIsFound() {
    let found = failures { explore(seeds: 2_000, sending: taps) { sessionApp($0) } }
    for f in found { print(f.text) }
  }

  @Test func theFixedAppPasses() {
    let seen = explore(seeds: 2_000, sending: taps) {
      sessionApp($0, ignoresLateAnswers: true, ticks: true)
    }
    print(seen)
  }
}
