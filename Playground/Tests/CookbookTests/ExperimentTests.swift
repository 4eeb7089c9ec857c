import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// An A/B test: Docs/cookbook/whole-app.md.

enum Variant: String, CaseIterable, Codable, Sendable { case control, oneClick }

struct TrackExposure: Command, Equatable {
  var experiment: String
  var variant: Variant
}

enum CheckoutMessage: Message, Equatable {
  case remembered(Outcome<Variant?, StoreError>)
  case chosen(Variant?)
  case saved(StoreError?)
  case shown
}

struct Checkout: Model, Equatable {
  typealias Receives = CheckoutMessage

  var variant: Variant?  // `nil` until it is known.
  var isShown = false
  var isMember = true  // Of the experiment; not if the store cannot be read.
  var isCounted = false
}

extension StoreKey where Value == Variant? {
  static var checkoutVariant: StoreKey { StoreKey("checkout variant", default: nil) }
}

struct CheckoutUpdater: TypedUpdater {
  func update(model: inout Checkout, message: CheckoutMessage) -> [any Command] {
    var commands: [any Command] = []
    switch message {
    case .remembered(.success(nil)):
      commands = [RandomElement(of: Variant.allCases, reply { .chosen($0) })]
    case .remembered(.success(let variant)): model.variant = variant
    case .remembered(.failure): (model.variant, model.isMember) = (.control, false)
    case .chosen(let variant):
      model.variant = variant
      commands = [SaveValue(.checkoutVariant, variant, reply { .saved($0) })]
    case .shown: model.isShown = true
    case .saved: break
    }
    guard model.isShown, model.isMember, !model.isCounted, let variant = model.variant
    else { return commands }
    model.isCounted = true
    return commands + [TrackExposure(experiment: "checkout", variant: variant)]
  }
}

let checkoutProgram = Program(
  model: Checkout(), CheckoutUpdater(),
  commands: [LoadValue(.checkoutVariant, Reply(CheckoutMessage.remembered))])

@Test func theVariantIsChosenOnceAndKept() {
  let store = VirtualStore()
  var variants: Set<Variant> = []
  for seed in 1...20 {
    let app = AppTest(
      checkoutProgram, interpreters: [.random(seed: UInt64(seed)), .store(store)],
      exhaustive: false)
    app.start()
    if let variant = app.model.variant { variants.insert(variant) }
  }
  #expect(variants.count == 1)
  #expect(store.value(of: .checkoutVariant) == variants.first)
}

@Test func theExposureIsCountedOnceAndOnlyIfTheScreenIsShown() {
  let app = AppTest(checkoutProgram)
  app.start(commands: checkoutProgram.commands)
  app.answer(\LoadValue<Variant?>.reply, with: .success(.oneClick)) { $0.variant = .oneClick }
  app.send(.shown, commands: [TrackExposure(experiment: "checkout", variant: .oneClick)]) {
    ($0.isShown, $0.isCounted) = (true, true)
  }
  app.send(.shown)
  app.finish(ignoringPending: [TrackExposure.self])
}

@Test func theExposureIsCountedIfTheScreenIsShownBeforeTheVariantIsKnown() {
  let app = AppTest(checkoutProgram, exhaustive: false)
  app.start()
  app.send(.shown)
  app.answer(\LoadValue<Variant?>.reply, with: .success(.oneClick))
  #expect(
    app.pending(TrackExposure.self) == [TrackExposure(experiment: "checkout", variant: .oneClick)])
  app.finish(ignoringPending: [TrackExposure.self])
}

@Test func theExposureIsNotCountedIfTheStoreCannotBeRead() {
  let app = AppTest(checkoutProgram, exhaustive: false)
  app.start()
  app.answer(
    \LoadValue<Variant?>.reply,
    with: .failure(.notDecodable(name: "checkout variant", reason: "")))
  app.send(.shown)
  #expect(app.pending(TrackExposure.self).isEmpty)
}

@Test func aUserWhoseStoreCannotBeReadSeesTheControl() {
  let test = StepTest(CheckoutUpdater(), model: Checkout())
  test.send(.remembered(.failure(.notDecodable(name: "checkout variant", reason: "")))) {
    ($0.variant, $0.isMember) = (.control, false)
  }
}
