import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// Feature flags: Docs/cookbook/whole-app.md.

enum BakeryFlag: String, Sendable { case gifts }

enum FlagMessage: Message, Equatable {
  case loaded(Outcome<[String: Bool]?, StoreError>)
  case fetched(Outcome<[String: Bool], HTTPError>)
  case notSaved(StoreError)
}

enum GiftMessage: Message, Equatable { case wrapTapped }

struct Gifts: Model, Equatable { var areWrapped = false }

struct Bakery: Model, Equatable {
  var flags: [String: Bool] = [:]  // Those of the last run, without those switched off since.
  var newest: [String: Bool]?  // They hold from the next start on.
  var gifts = Gifts()

  func has(_ flag: BakeryFlag) -> Bool { flags[flag.rawValue] ?? false }
}

let bakeryFeature = FlagFeature().with(.slice(\.gifts, GiftsUpdater())).modified {
  bakery, incoming, next in
  if incoming.message is GiftMessage, !bakery.has(.gifts) { return [] }
  return next(&bakery)
}

struct FlagFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Bakery, message: FlagMessage) -> [any Command] {
    switch message {
    case .loaded(let saved): model.flags = (try? saved.get()) ?? [:]
    case .fetched(let flags): model.newest = (try? flags.get()) ?? model.newest
    case .notSaved: break
    }
    // What is switched off is off at once.
    if let newest = model.newest { model.flags = model.flags.filter { newest[$0.key] != false } }
    return []
  }

  func subscriptions(model: Bakery) -> [any Subscription] {
    model.newest.map { [Persisted($0, to: "flags.json", reply { .notSaved($0) })] } ?? []
  }
}

struct GiftsUpdater: TypedUpdater {
  func update(model: inout Gifts, message: GiftMessage) -> [any Command] {
    model.areWrapped.toggle()
    return []
  }
}

let bakeryProgram = Program(
  model: Bakery(), bakeryFeature,
  commands: [
    LoadPersisted("flags.json", Reply(FlagMessage.loaded)),
    FetchJSON(.get("https://example.com/flags"), Reply(FlagMessage.fetched)),
  ])

@Test func aFeatureThatIsOffTakesNoMessages() {
  let test = StepTest(bakeryFeature, model: Bakery())
  test.send(GiftMessage.wrapTapped)
  test.model.flags = ["gifts": true, "a flag of a later version": true]
  test.send(GiftMessage.wrapTapped) { $0.gifts.areWrapped = true }
}

@Test func aFlagThatIsSwitchedOffEndsItsFeatureAtOnce() {
  let test = StepTest(bakeryFeature, model: Bakery(flags: ["gifts": true]))
  test.send(GiftMessage.wrapTapped) { $0.gifts.areWrapped = true }
  test.send(FlagMessage.fetched(.failure(.connectionLost("example.com"))))
  test.send(FlagMessage.fetched(.success(["gifts": false, "cakes": true])), exhaustive: .model) {
    $0.newest = ["gifts": false, "cakes": true]
    $0.flags = [:]
  }
  test.send(GiftMessage.wrapTapped)
}

@Test func aFlagThatIsSwitchedOffStaysOffIfTheSavedOnesComeLater() {
  let test = StepTest(bakeryFeature, model: Bakery(), exhaustive: false)
  test.send(FlagMessage.fetched(.success(["gifts": false])))
  test.send(FlagMessage.loaded(.success(["gifts": true])))
  #expect(!test.model.has(.gifts))
}

@Test func aNewFlagHoldsFromTheNextStartOnAlsoOffline() {
  let store = VirtualStore()
  for (answer, isOn) in [(HTTPAnswer.json(["gifts": true]), false), (.offline, true)] {
    let app = AppTest(
      bakeryProgram, interpreters: [.http(VirtualServer { _ in answer }), .store(store)],
      exhaustive: false)
    app.start()
    #expect(app.model.has(.gifts) == isOn)
    app.advance(by: .seconds(1))
  }
}
