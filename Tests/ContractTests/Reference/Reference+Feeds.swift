/// What makes two declarations the same instance.
struct FeedKey: Hashable {
  var place: Place
  var name: Int
}

/// One feed that the model wants.
final class Declaration {
  let key: FeedKey
  /// As it was declared last: the answer may have changed.
  var spec: FeedSpec
  var isSilenced = false
  var waiting: [Sent] = []

  init(_ key: FeedKey, _ spec: FeedSpec) {
    self.key = key
    self.spec = spec
  }

  func isEqual(_ other: Declaration) -> Bool {
    key == other.key && spec.payload == other.spec.payload
  }
}

/// A feed that runs.
struct Instance {
  var number: Int
  var payload: Int
  /// Those who are answered.
  var answering: [Declaration]
}

/// What runs is what the model declares.
extension Reference {
  func declareFeeds() {
    let old = declarations
    lists = zip(lists, declared()).map(continued)
    declarations = lists.flatMap { $0 }
    for declaration in old where !declarations.contains(where: { $0 === declaration }) {
      declaration.isSilenced = true
    }
    let groups = Dictionary(grouping: declarations, by: \.key)
    let leaving = instances.filter { groups[$0.key] == nil }
    for (key, instance) in leaving.sorted(by: { $0.value.number > $1.value.number }) {
      expect(.feedStopped(instance.number))
      instances[key] = nil
    }
    var keys: [FeedKey] = []
    for declaration in declarations where !keys.contains(declaration.key) {
      keys.append(declaration.key)
    }
    let starting = keys.filter { needsStart($0, groups[$0] ?? []) }
    for key in starting { start(key, groups[key] ?? []) }
    reportConflicts(groups)
  }

  /// Of the root, of the rows, of the sheet.
  private func declared() -> [[Declaration]] {
    func make(_ part: Part, _ place: Place) -> [Declaration] {
      part.wanted.map { Declaration(FeedKey(place: place, name: $0.name), $0) }
    }
    return [
      make(model.root, .root), model.rows.flatMap { make($0.part, .row($0.id)) },
      model.sheet.map { make($0.part, .sheet($0.id)) } ?? [],
    ]
  }

  /// Equal declarations go on. Which of several equal ones does is open; this follows the runtime:
  /// the same place from the start or from the end of a provider's list first, then in order.
  private func continued(_ old: [Declaration], _ new: [Declaration]) -> [Declaration] {
    let shorter = min(old.count, new.count)
    let prefix = (0..<shorter).prefix { old[$0].isEqual(new[$0]) }.count
    let suffix = (0..<(shorter - prefix)).prefix {
      old[old.count - 1 - $0].isEqual(new[new.count - 1 - $0])
    }.count
    var middle = Array(old[prefix..<(old.count - suffix)])
    return new.enumerated().map { index, declaration in
      var match: Declaration?
      if index < prefix {
        match = old[index]
      } else if index >= new.count - suffix {
        match = old[old.count - new.count + index]
      } else if let place = middle.firstIndex(where: { $0.isEqual(declaration) }) {
        match = middle.remove(at: place)
      }
      match?.spec = declaration.spec
      return match ?? declaration
    }
  }

  /// The first declaration says what runs; those that want something else under its name get nothing.
  private func needsStart(_ key: FeedKey, _ group: [Declaration]) -> Bool {
    guard let instance = instances[key] else { return true }
    instances[key]?.answering = agreeing(group)
    let payload = group[0].spec.payload
    if instance.payload == payload { return false }
    if program.feeds[key.name][payload].takesUpdates {
      instances[key]?.payload = payload
      expect(.feedUpdated(instance.number, payload))
      return false
    }
    expect(.feedStopped(instance.number))
    return true
  }

  private func start(_ key: FeedKey, _ group: [Declaration]) {
    feedCount += 1
    let payload = group[0].spec.payload
    instances[key] = Instance(number: feedCount, payload: payload, answering: agreeing(group))
    expect(.feedStarted(feedCount, key.place, key.name, payload))
  }

  private func agreeing(_ group: [Declaration]) -> [Declaration] {
    group.filter { $0.spec.payload == group[0].spec.payload }
  }

  /// A new conflict is reported; one that goes on may be.
  private func reportConflicts(_ groups: [FeedKey: [Declaration]]) {
    let all = Set(
      groups.filter { key, group in group.contains { $0.spec.payload != group[0].spec.payload } }
        .keys)
    mustReportConflict = !all.subtracting(conflicts).isEmpty
    conflicts = all
  }

  /// At the end of each step.
  func checkConflicts() {
    if mustReportConflict && !hasReportedConflict { fail("a conflict was not reported") }
    if conflicts.isEmpty && hasReportedConflict { fail("a conflict was reported: there is none") }
    (mustReportConflict, hasReportedConflict) = (false, false)
  }
}
