public import API
import Katana

extension Command where Self == APICommand<Profile> {
  static func load(_ name: String, after answers: Int) -> Self {
    APICommand(
      .get("profiles", name), in: "profile",
      Reply { ProfilesMessage.profileLoaded(name, after: answers, $0) })
  }
}

/// The wish to see the articles of another user in the feed.
public enum Follow: Wish {
  /// The server answers with the other user.
  public typealias Answer = Profile
  /// The key of the answer.
  public static let key = "profile"
  /// The path of the other user with this name.
  public static func path(_ name: String) -> [String] { ["profiles", name, "follow"] }
}
