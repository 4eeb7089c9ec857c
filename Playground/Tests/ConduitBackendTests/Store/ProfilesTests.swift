import Testing

@testable import ConduitBackend

@Suite("Profiles in the store")
struct ProfilesTests {
  var store = ConduitStore()
  let ada: AccountID
  let grace: AccountID

  init() throws {
    ada = try store.addAuthor("ada")
    grace = try store.addAuthor("grace")
  }

  @Test("Following is seen by the follower only, until it ends")
  mutating func follow() throws {
    #expect(try store.setFollows(true, "grace", viewer: ada).following)
    #expect(try store.profile("grace", viewer: ada).following)
    #expect(try !store.profile("ada", viewer: grace).following)
    #expect(try !store.profile("grace", viewer: nil).following)

    #expect(try !store.setFollows(false, "grace", viewer: ada).following)
    #expect(try !store.profile("grace", viewer: ada).following)
  }

  @Test("An unknown profile is not found")
  mutating func unknown() {
    expectFailure(404, ["profile": ["not found"]]) {
      _ = try store.profile("nobody", viewer: nil)
    }
    expectFailure(404, ["profile": ["not found"]]) {
      _ = try store.setFollows(true, "nobody", viewer: ada)
    }
  }
}
