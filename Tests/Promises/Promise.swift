/// One line of the contract, and how it is tried.
package struct Promise: Sendable {
  /// What is typed to run it alone.
  package let name: String
  /// What is promised.
  package let text: String
  /// How many cases the long form tries.
  package let wanted: Int
  package let run: @Sendable (Trial) async throws -> Void

  init(
    _ name: String, _ text: String, wanted: Int,
    _ run: @escaping @Sendable (Trial) async throws -> Void
  ) {
    self.name = name
    self.text = text
    self.wanted = wanted
    self.run = run
  }
}

extension Promise {
  package static let all: [Promise] = [
    order, reading, nesting, depth, bursts, cancellationRaces, cancellationSeeds, subscriptions,
    registrations, shutdown, lifetime, overload, faults, replay, programs,
  ]
}
