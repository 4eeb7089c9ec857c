import Katana
import KatanaTesting
import Observation
import Testing

@testable import KatanaRuntime

/// The stores of many children: each message tells those whose child has changed, and no others.
@MainActor @Suite struct ObservableChildrenTests {
  typealias Home = ChildrenApp.Home
  typealias Row = ChildrenApp.Row
  typealias Screen = ChildrenApp.Screen
  typealias RowMessage = ChildrenApp.RowMessage

  /// A view that is drawn again when what it has read changes.
  @MainActor final class View {
    let child: ObservableChild<Row>
    private(set) var shown = 0
    private let isStale = Locked(true)

    init(_ child: ObservableChild<Row>) {
      self.child = child
      draw()
    }

    /// Draws the view if it was told of a change. Returns whether it was.
    @discardableResult func draw() -> Bool {
      guard isStale.withLock({ $0 }) else { return false }
      isStale.withLock { $0 = false }
      withObservationTracking {
        shown = child.touches
      } onChange: { [isStale] in
        isStale.withLock { $0 = true }
      }
      return true
    }
  }

  private func start() throws -> (Runtime<Home>, ObservableStore<Home>) {
    let runtime = try Runtime(Program(model: Home(), ChildrenApp.updater))
    runtime.start()
    return (runtime, ObservableStore(runtime))
  }

  @Test func eachViewIsToldOfWhatHasChangedInItsChildAndOfNothingElse() throws {
    let (runtime, store) = try start()
    let views = try ChildrenApp.children.map { View(try #require(store[$0.address])) }
    // The last values of all children, also of those that have gone.
    let last = Locked(ChildrenApp.children.compactMap { $0.read(Home()) })
    let observation = runtime.observe { home in
      for (index, child) in ChildrenApp.children.enumerated() {
        if let row = child.read(home) { last.withLock { $0[index] = row } }
      }
    }
    for (number, message) in ChildrenApp.messages.enumerated() {
      store.dispatch(message)
      let (model, last) = (runtime.model, last.withLock { $0 })
      for (index, view) in views.enumerated() {
        #expect(view.child.touches == last[index].touches, "message \(number), child \(index)")
        let isChanged = last[index].touches != view.shown
        #expect(view.draw() == isChanged, "message \(number), child \(index)")
        #expect(view.child.isThere == (ChildrenApp.children[index].read(model) != nil))
      }
    }
    observation.cancel()
  }

  @Test func aChangeOfOneRowLooksAtThatRowOnly() throws {
    let runtime = try Runtime(Program(model: Home(), ChildrenApp.updater))
    let router = runtime.loop.router
    let (root, lastIndices) = (ChildRecord(), LastIndices())
    defer { lastIndices.deallocate() }
    var names: [ObjectIdentifier: String] = [:]
    for child in ChildrenApp.children {
      let address = child.address.anyAddress
      names[ObjectIdentifier(root.record(at: address))] = "\(address)"
    }
    func lookedAt(_ message: any Message) -> Set<String> {
      let change =
        ScopedMessage.unboxed(message).map(router.change(by:)) ?? router.change(by: message)
      var found: Set<String> = []
      withPlace(of: Home()) { model in
        root.search(change, router, model, lastIndices) { record, child in
          if child != nil, let name = names[ObjectIdentifier(record)] { found.insert(name) }
        }
      }
      return found
    }
    // A computed property writes all of the model, so the part of `other` may share its memory.
    let other = "\(Home.at.other[1].anyAddress)"
    #expect(lookedAt(ChildrenApp.Counted()) == [other])
    #expect(lookedAt(RowMessage.touched.to(Home.at.shelf[1])) == ["Home.at.shelf[1]", other])
    #expect(lookedAt(RowMessage.touched.to(Home.at.rows[30])) == ["Home.at.rows[30]", other])
    #expect(
      lookedAt(RowMessage.touched.to(Home.at.rows[1].rows[6]))
        == [
          "Home.at.rows[1]", "Home.at.rows[1].rows[6]", "Home.at.rows[1].rows[6].rows[7]", other,
        ])
    #expect(
      lookedAt(RowMessage.touched.to(Home.at.panel.rows[1])) == ["Home.at.panel.rows[1]", other])
  }

  @Test func aChildHasOneStoreAsLongAsSomebodyKeepsIt() throws {
    let (_, store) = try start()
    var first = store[Home.at.rows[1]]
    #expect(first === store[Home.at.rows[1]])
    #expect(first !== store[Home.at.rows[10]])
    weak let old = first
    first = nil
    #expect(old == nil)
    #expect(store[Home.at.rows[1]] != nil)
    // The records of stores that nobody keeps are removed.
    for _ in 0..<100 { for id in 10..<40 { _ = store[Home.at.rows[id]] } }
    #expect(store.children.recordCount < 10)
  }

  /// So the view of a list reads the ids of its rows.
  @Test func askingForTheStoreOfAChildIsNotTracked() throws {
    let runtime = try Runtime(Program(model: Home(), ChildrenApp.updater))
    runtime.start()
    let store = ObservableStore(runtime)
    let changes = Locked(0)
    let row = withObservationTracking {
      store[Home.at.rows[1]]
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    #expect(row?.isThere == true)
    store.dispatch(.left, to: Home.at.rows[1])
    #expect(row?.isThere == false)
    #expect(changes.withLock { $0 } == 0)
  }

  @Test func nothingIsLeftOfTheStores() throws {
    weak var children: ObservableChildren?
    try withExtendedLifetime(Runtime(Program(model: Home(), ChildrenApp.updater))) { runtime in
      let store = ObservableStore(runtime)
      let kept = store[Home.at.rows[1]]
      children = store.children
      #expect(children != nil)
      withExtendedLifetime(kept) {}
    }
    #expect(children == nil)
  }

  @Test func aChildReadsThePresentAlsoWithoutItsStore() throws {
    let runtime = try Runtime(Program(model: Home(), ChildrenApp.updater))
    runtime.start()
    var store: ObservableStore<Home>? = ObservableStore(runtime)
    let row = try #require(store?[Home.at.rows[1]])
    #expect(row.touches == 0)
    store = nil
    runtime.dispatch(.touched, to: Home.at.rows[1])
    #expect(row.touches == 1)
    runtime.goOn(from: Home())
    #expect(row.touches == 0)
  }

  @Test func allChildrenHaveTheirNewValuesBeforeTheFirstViewIsTold() throws {
    let (_, store) = try start()
    let rows = try ChildrenApp.children.prefix(32).map { try #require(store[$0.address]) }
    let seen = Locked<[[Int]]>([])
    for row in rows {
      withObservationTracking {
        _ = row.touches
      } onChange: {
        MainActor.assumeIsolated {
          let touches = rows.map(\.touches)
          seen.withLock { $0.append(touches) }
        }
      }
    }
    store.dispatch(.touchedAll)
    #expect(seen.withLock { $0 } == Array(repeating: Array(repeating: 1, count: 32), count: 32))
  }

  /// Messages that another thread handles, while the main actor is busy.
  @Test(arguments: [1, 3, 200])
  func changesOfAnotherThreadArriveTogether(_ count: Int) async throws {
    let (runtime, store) = try start()
    let views = try ChildrenApp.children.prefix(32).map { View(try #require(store[$0.address])) }
    runAndWait {
      for number in 0..<count {
        runtime.dispatch(.touched, to: Home.at.rows[10 + number % 30])
      }
    }
    // Not told yet, but what is read is the present.
    #expect(views[2].child.touches > 0)
    #expect(!views.contains { $0.draw() })
    await Task { @MainActor in }.value
    let changed = min(count, 30)
    #expect(views.map { $0.draw() } == (0..<32).map { (2..<2 + changed).contains($0) })
    for view in views { #expect(view.shown == view.child.touches) }
  }

  @Test func aViewIsToldOfAValueThatChangedBackAfterItWasRead() async throws {
    let (runtime, store) = try start()
    let row = try #require(store[Home.at.rows[10]])
    #expect(row.touches == 0)
    runAndWait { runtime.dispatch(.touched, to: Home.at.rows[10]) }
    let view = View(row)
    #expect(view.shown == 1)
    runAndWait { runtime.goOn(from: Home()) }
    await Task { @MainActor in }.value
    #expect(view.draw())
    #expect(view.shown == 0)
  }

  @Test func whatIsReadIsTheModelThatWasShownOrReplacedByAnotherThread() throws {
    let (runtime, store) = try start()
    let row = try #require(store[Home.at.rows[10]])
    store.dispatch(.touched, to: Home.at.rows[10])
    let touched = runtime.model
    #expect(row.touches == 1)
    runAndWait { runtime.goOn(from: Home()) }
    #expect(row.touches == 0)
    runAndWait { runtime.show(touched) }
    #expect(row.touches == 1)
    runAndWait { runtime.showPresent() }
    #expect(row.touches == 0)
  }

  /// Another thread executes a step while the store is made, and has a message for the child next.
  @Test func aChangeBeforeTheStoreIsAddedIsTold() async throws {
    let (reached, made) = (Blocker(), Blocker())
    let runtime = try Runtime(
      Program(model: Home(), ChildrenApp.updater),
      interpreters: [
        .command(ChildrenApp.Wait.self) { (_, dispatch) -> Void in
          dispatch(RowMessage.touched.to(Home.at.rows[10]))
          reached.release()
          made.wait()
        }
      ])
    runtime.start()
    async let done: Void = onThreadOfItsOwn { runtime.dispatch(ChildrenApp.WaitBegun()) }
    reached.wait()
    let store = ObservableStore(runtime)
    let view = View(try #require(store[Home.at.rows[10]]))
    #expect(view.shown == 0)
    made.release()
    await done
    runAndWait { runtime.dispatch(ChildrenApp.Counted()) }
    await Task { @MainActor in }.value
    #expect(view.draw())
    #expect(view.shown == 1)
  }

  @Test func aChangeOfThisThreadDoesNotHideOneOfAnotherThread() throws {
    let (runtime, store) = try start()
    let view = View(try #require(store[Home.at.rows[10]]))
    runAndWait { runtime.dispatch(.touched, to: Home.at.rows[10]) }
    store.dispatch(ChildrenApp.Counted())
    #expect(view.child.touches == 1)
    #expect(view.draw())
  }

  /// Other threads send while views are drawn: what is shown in the end is the model.
  @Test func viewsOfManyThreadsShowTheModelInTheEnd() async throws {
    let (runtime, store) = try start()
    let views = try (10..<40).map { View(try #require(store[Home.at.rows[$0]])) }
    async let sent: Void = withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          await onThreadOfItsOwn {
            for number in 0..<500 {
              runtime.dispatch(.touched, to: Home.at.rows[10 + (number * 7 + thread) % 30])
            }
          }
        }
      }
    }
    for number in 0..<200 {
      store.dispatch(.touched, to: Home.at.rows[10 + number % 30])
      for (view, id) in zip(views, 10...) {
        // What is read is never older than what was there before.
        let before = runtime.model.rows.first { $0.id == id }?.touches ?? 0
        #expect(view.child.touches >= before)
        view.draw()
      }
      await Task.yield()
    }
    await sent
    // A task may handle the rest of a long queue.
    await runtime.deliver(ChildrenApp.Counted())
    await Task { @MainActor in }.value
    for view in views { view.draw() }
    #expect(
      views.map(\.shown)
        == (10..<40).compactMap { id in
          runtime.model.rows.first { $0.id == id }?.touches
        })
    #expect(views.map(\.shown).reduce(0, +) == 2_200)
  }

  /// A view sends a message when it is told, while other stores still have to be told.
  @Test func aMessageOfAReaderIsNotOverwritten() async throws {
    let (runtime, store) = try start()
    let row = try #require(store[Home.at.rows[10]])
    #expect(row.touches == 0)
    withObservationTracking {
      _ = store.counter
    } onChange: {
      MainActor.assumeIsolated { store.dispatch(.touched, to: Home.at.rows[10]) }
    }
    runAndWait {
      runtime.dispatch(.touched, to: Home.at.rows[10])
      runtime.dispatch(ChildrenApp.Counted())
    }
    await Task { @MainActor in }.value
    #expect(row.touches == 2)
    store.dispatch(.touched, to: Home.at.rows[11])
    #expect(row.touches == 2)
  }
}
