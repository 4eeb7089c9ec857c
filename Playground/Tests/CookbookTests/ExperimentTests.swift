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
  case remembered(Result<Variant?, StoreError>)
  case chosen(Variant?)
  case saved(StoreError?)
  case shown
}

struct Checkout: Model, Equatable {
  typealias Receives = CheckoutMessage

  var variant: Variant?  // `nil` until it is known.
  var isExposed = false
}

extension StoreKey where Value == Variant? {
  static var checkoutVariant: StoreKey { StoreKey("checkout variant", default: nil) }
}

struct CheckoutUpdater: TypedUpdater {
  func update(model: inout Checkout, message: CheckoutMessage) -> [any Command] {
    switch message {
    case .remembered(.success(nil)):
      return [RandomElement(of: Variant.allCases, Reply(CheckoutMessage.chosen))]
    case .remembered(let variant): model.variant = (try? variant.get()) ?? .control
    case .chosen(let variant):
      model.variant = variant
      return [SaveValue(.checkoutVariant, variant, Reply(CheckoutMessage.saved))]
    case .shown:
      guard let variant = model.variant, !model.isExposed else { return [] }
      model.isExposed = true
      return [TrackExposure(experiment: "checkout", variant: variant)]
    case .saved: break
    }
    return []
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
    $0.isExposed = true
  }
  app.send(.shown)
  app.finish(ignoringPending: [TrackExposure.self])
}

@Test func whoseStoreCannotBeReadIsInTheControlGroup() {
  let test = StepTest(CheckoutUpdater(), model: Checkout())
  test.send(.remembered(.failure(.notDecodable(name: "checkout variant", reason: "")))) {
    $0.variant = .control
  }
}
