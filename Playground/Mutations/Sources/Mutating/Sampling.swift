/// A choice of places by seed, in which every folder has its share.
public enum Sampling {
  /// How many places each folder gives: in proportion to what it has, and at least `least`, as far
  /// as it has that many.
  public static func shares(_ sizes: [String: Int], count: Int, least: Int) -> [String: Int] {
    let total = sizes.values.reduce(0, +)
    if total <= count { return sizes }
    var shares = sizes.mapValues { min($0, least) }
    // One after the other to the folder that is furthest behind its proportion.
    while shares.values.reduce(0, +) < count {
      let open = sizes.keys.filter { shares[$0, default: 0] < sizes[$0, default: 0] }
      let next = open.sorted().min {
        behind($0, sizes, shares) < behind($1, sizes, shares)
      }
      guard let next else { break }
      shares[next, default: 0] += 1
    }
    return shares
  }

  private static func behind(
    _ folder: String, _ sizes: [String: Int], _ shares: [String: Int]
  ) -> Double {
    Double(shares[folder, default: 0] + 1) / Double(max(1, sizes[folder, default: 0]))
  }

  /// Chooses from the items of each folder, which are given in a fixed order.
  public static func choose<Item>(
    _ items: [String: [Item]], count: Int, least: Int = 2, seed: UInt64
  ) -> [String: [Item]] {
    let shares = shares(items.mapValues(\.count), count: count, least: least)
    var generator = SplitMix64(seed: seed)
    var chosen: [String: [Item]] = [:]
    for folder in items.keys.sorted() {
      guard let all = items[folder], let share = shares[folder] else { continue }
      let indices = all.indices.shuffled(using: &generator).prefix(share).sorted()
      chosen[folder] = indices.map { all[$0] }
    }
    return chosen
  }
}
