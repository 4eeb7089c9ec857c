import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

enum LocationStatus { case notAsked, granted, denied }

struct Nearby: Model, Equatable {
  typealias Receives = NearbyMessage
  var status: LocationStatus?
  var isWanted = false
  var isExplaining = false
}

enum NearbyMessage: Message {
  case nearbyTapped
  case statusChanged(LocationStatus)
  case closeTapped
}

struct AskForLocation: Command, Equatable {}

struct FindNearby: Command, Equatable {}

struct LocationAccess: Subscription { var reply: Reply<LocationStatus> }

struct NearbyFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout Nearby, message: NearbyMessage) -> [any Command] {
    switch message {
    case .nearbyTapped where model.isWanted: return []
    case .nearbyTapped: model.isWanted = true
    case .statusChanged(let status) where status == model.status: return []
    case .statusChanged(let status): model.status = status
    case .closeTapped: model.isExplaining = false
    }
    guard model.isWanted, let status = model.status else { return [] }
    switch status {
    case .notAsked: return [AskForLocation()]
    case .granted: (model.isWanted, model.isExplaining) = (false, false)
    case .denied: (model.isWanted, model.isExplaining) = (false, true)
    }
    return status == .granted ? [FindNearby()] : []
  }

  func subscriptions(model: Nearby) -> [any Subscription] {
    [LocationAccess(reply: reply { .statusChanged($0) })]
  }
}

protocol LocationSystem: Sendable {
  func ask()
  func observeStatus(_ observer: (@Sendable (LocationStatus) -> Void)?)
}

final class LocationAccessInterpreter: SubscriptionInterpreter {
  typealias Sub = LocationAccess

  private let system: any LocationSystem
  private let dispatch: SubscriptionDispatcher<LocationAccess>

  init(system: any LocationSystem, dispatch: SubscriptionDispatcher<LocationAccess>) {
    (self.system, self.dispatch) = (system, dispatch)
  }

  func start() {
    system.observeStatus { [dispatch] status in dispatch { $0.reply(status) } }
  }

  func stop() { system.observeStatus(nil) }
}

func locationInterpreters(_ system: any LocationSystem) -> [Interpreter] {
  [
    .command(AskForLocation.self) { _, _ in system.ask() },
    .subscription { LocationAccessInterpreter(system: system, dispatch: $1) },
  ]
}

/// The system of a test, whose user answers at once.
final class VirtualLocation: LocationSystem {
  private struct State {
    var status = LocationStatus.notAsked
    var observer: (@Sendable (LocationStatus) -> Void)?
    var timesAsked = 0
  }

  private let state = Mutex(State())
  private let answer: LocationStatus

  init(answer: LocationStatus) { self.answer = answer }

  var timesAsked: Int { state.withLock { $0.timesAsked } }
  var isObserved: Bool { state.withLock { $0.observer != nil } }

  func ask() {
    state.withLock { $0.timesAsked += 1 }
    set(answer)
  }

  func set(_ status: LocationStatus) {
    let observer = state.withLock { state in
      state.status = status
      return state.observer
    }
    observer?(status)
  }

  func observeStatus(_ observer: (@Sendable (LocationStatus) -> Void)?) {
    let status = state.withLock { state in
      state.observer = observer
      return state.status
    }
    observer?(status)
  }
}

@Suite struct PermissionTests {
  let access = LocationAccess(reply: Reply(NearbyMessage.statusChanged))

  @Test func theSystemIsAskedOnceAndADenialIsExplained() {
    let app = AppTest(Program(model: Nearby(), NearbyFeature()))
    app.start(subscriptions: [.started(access)])
    app.emit(\LocationAccess.reply, with: .notAsked) { $0.status = .notAsked }
    app.send(.nearbyTapped, commands: [AskForLocation()]) { $0.isWanted = true }
    app.send(.nearbyTapped)  // The system's question is on the screen.
    app.answer(AskForLocation.self)
    app.emit(\LocationAccess.reply, with: .denied) {
      $0 = Nearby(status: .denied, isExplaining: true)
    }
    app.send(.closeTapped) { $0.isExplaining = false }
    app.send(.nearbyTapped) { $0.isExplaining = true }  // It is not asked again.
    app.finish()
  }

  @Test func aStatusThatIsSentAgainAsksNoSecondTime() {
    let app = AppTest(Program(model: Nearby(), NearbyFeature()))
    app.start(subscriptions: [.started(access)])
    app.send(.nearbyTapped) { $0.isWanted = true }
    app.emit(\LocationAccess.reply, with: .notAsked, commands: [AskForLocation()]) {
      $0.status = .notAsked
    }
    app.emit(\LocationAccess.reply, with: .notAsked)
    app.finish(ignoringPending: [AskForLocation.self])
  }

  @Test func aTapBeforeTheStatusIsKnownIsKept() {
    let app = AppTest(Program(model: Nearby(), NearbyFeature()))
    app.start(subscriptions: [.started(access)])
    app.send(.nearbyTapped) { $0.isWanted = true }
    app.emit(\LocationAccess.reply, with: .granted, commands: [FindNearby()]) {
      $0 = Nearby(status: .granted)
    }
    app.finish(ignoringPending: [FindNearby.self])
  }

  @Test func thePermissionOfTheSettingsIsNoticed() async throws {
    let system = VirtualLocation(answer: .denied)
    let app = try Runtime(
      Program(model: Nearby(), NearbyFeature()),
      interpreters: locationInterpreters(system) + [.command(FindNearby.self) { _, _ in }])
    app.start()
    #expect(app.model == Nearby(status: .notAsked))
    app.dispatch(.nearbyTapped)
    #expect(app.model == Nearby(status: .denied, isExplaining: true))
    app.dispatch(.closeTapped)
    system.set(.granted)
    app.dispatch(.nearbyTapped)
    #expect(app.model == Nearby(status: .granted))
    #expect(system.timesAsked == 1)
    #expect(system.isObserved)
    await app.shutdown()
    #expect(!system.isObserved)
  }
}
