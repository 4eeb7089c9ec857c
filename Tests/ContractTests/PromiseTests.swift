import Promises
import Testing

/// The short form of each long trial that `stress` runs.
@Suite struct PromiseTests {
  private func hold(_ promise: Promise, _ cases: Int) async throws {
    // No limit of time: the machine may be slow, under a sanitizer for example.
    let trial = Trial(
      seed: 1, wanted: cases, time: .seconds(3_600), patience: .seconds(600), isAlone: false)
    try await promise.run(trial)
    let findings = trial.findings.filter { $0.hasPrefix("VIOLATION") }
    #expect(findings == [])
    #expect(trial.cases > 0)
  }

  @Test func nothingIsLostNorOutOfOrderWhoeverSends() async throws {
    try await hold(.order, 20_000)
  }

  @Test func aThreadThatReadsSeesWholeModels() async throws { try await hold(.reading, 1_000) }

  @Test func noUpdateBeginsWithinAnotherWhereverItIsAskedFor() async throws {
    try await hold(.nesting, 6_000)
  }

  @Test func theMainActorAnswersBetweenBursts() async throws { try await hold(.bursts, 200) }

  @Test func noThreadIsFasterThanACancellation() async throws {
    try await hold(.cancellationRaces, 300)
  }

  @Test func nothingIsHandledAfterACancellationInAnyOrder() async throws {
    try await hold(.cancellationSeeds, 1_000)
  }

  @Test func whatRunsIsWhatRandomModelsDeclare() async throws {
    try await hold(.subscriptions, 1_000)
  }

  @Test func aSubscriptionHearsTheCommandOfItsOwnStepInAnyRegistrationOrder() async throws {
    try await hold(.registrations, 200)
  }

  @Test func theShutdownReturnsWhateverItRacesWith() async throws {
    try await hold(.shutdown, 300)
  }

  @Test func allGoesWithTheRuntime() async throws { try await hold(.lifetime, 20_000) }

  @Test func aProducerThatIsTooFastIsBoundedAndCounted() async throws {
    try await hold(.overload, 20)
  }

  @Test func whateverInterpretersDoTheAppGoesOn() async throws { try await hold(.faults, 10) }

  @Test func aReplayedSessionHasEqualModelsAtEveryStep() async throws {
    try await hold(.replay, 300)
  }

  @Test func randomProgramsOfScopesAndControl() async throws { try await hold(.programs, 300) }
}
