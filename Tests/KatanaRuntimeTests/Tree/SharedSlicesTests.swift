import KatanaRuntime
import KatanaTesting
import Testing

/// One feature in two slices: what it sends reaches both, so that is reported.
@Suite struct SharedSlicesTests {
  typealias Tab = ChildPartTests.Tab
  struct Pair: Model, Equatable {
    var left = Tab()
    var right = Tab()
  }

  private func issues(
    _ parts: [CombinedUpdater<Pair>.Part], _ messages: any Message...
  ) throws -> [RuntimeIssue] {
    let issues = IssueRecorder()
    let runtime = try Runtime(
      Program(model: Pair(), CombinedUpdater(parts)),
      interpreters: [.command(ChildPartTests.Load.self) { _, _ in }],
      options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    for message in messages { runtime.dispatch(message) }
    runtime.requestShutdown()
    return issues.issues
  }

  @Test func aFeatureWithSubscriptionsIsReportedAtTheStart() throws {
    let found = try issues([
      .slice(\.left, ChildPartTests.tab), .slice(\.right, ChildPartTests.tab),
    ])
    #expect(found.map(\.kind) == [.featureInTwoSlices])
    #expect(
      found.first?.text == """
        One feature stands in 2 slices, and returns commands or declares subscriptions.
          Slices: Pair.at.left, Pair.at.right
        A slice opens no scope, so what a command or a subscription of one of them sends reaches all \
        of them.
        To fix this, make each of them a child with an address: `.child(\\.…, feature)` in place of \
        `.slice(\\.…, feature)`.
        """)
  }

  private static let loading = TypedFunctionUpdater {
    (_: inout Tab, message: ChildPartTests.TabMessage) in
    message == .loadTapped ? [ChildPartTests.Load()] : []
  }

  /// Not before: a feature that returns no commands may well stand in two slices.
  @Test func aFeatureWithCommandsIsReportedWhenItReturnsOne() throws {
    let feature: [CombinedUpdater<Pair>.Part] = [
      .slice(\.left, Self.loading), .slice(\.right, Self.loading),
    ]
    let quiet = ChildPartTests.TabMessage.ticked
    #expect(try issues(feature, quiet).isEmpty)
    let tapped = ChildPartTests.TabMessage.loadTapped
    #expect(try issues(feature, quiet, tapped, tapped).map(\.kind) == [.featureInTwoSlices])
  }

  @Test func aModifiedFeatureIsReportedToo() throws {
    let inner = CombinedUpdater<Pair>([
      .slice(\.left, ChildPartTests.tab), .slice(\.right, ChildPartTests.tab),
    ])
    let found = try issues([.full(inner.modified { model, _, next in next(&model) })])
    #expect(found.map(\.kind) == [.featureInTwoSlices])
  }

  /// Their messages reach both features, as they shall.
  @Test func twoFeaturesOfOneSliceAreNotReported() throws {
    let tapped = ChildPartTests.TabMessage.loadTapped
    #expect(
      try issues([.slice(\.left, ChildPartTests.tab), .slice(\.left, Self.loading)], tapped).isEmpty
    )
  }

  /// Whose command it is, is not known.
  @Test func anUpdaterOfEveryMessageMayReturnCommands() throws {
    let every = FunctionUpdater<Pair> { model, _ in (model, [ChildPartTests.Load()]) }
    let quiet = TypedFunctionUpdater { (_: inout Tab, _: ChildPartTests.TabMessage) in [] }
    #expect(
      try issues(
        [.slice(\.left, quiet), .slice(\.right, quiet), .full(every)],
        ChildPartTests.TabMessage.ticked
      ).isEmpty)
  }

  @Test func childrenAndOneSliceAreNotReported() throws {
    let tapped = ChildPartTests.TabMessage.loadTapped
    #expect(
      try issues([.child(\.left, ChildPartTests.tab), .child(\.right, ChildPartTests.tab)]).isEmpty)
    #expect(
      try issues([.slice(\.left, ChildPartTests.tab), .child(\.right, ChildPartTests.tab)], tapped)
        .isEmpty)
  }
}
