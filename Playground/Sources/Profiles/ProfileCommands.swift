import API
import Katana

extension Command where Self == APICommand<Profile> {
  static func load(_ name: String, after answers: Int) -> Self {
    APICommand(
      .get("profiles", name), in: "profile",
      Reply { ProfilesMessage.profileLoaded(name, after: answers, $0) })
  }

  static func follow(_ name: String, _ wish: Bool) -> Self {
    APICommand(
      wish ? .post("profiles", name, "follow") : .delete("profiles", name, "follow"),
      in: "profile", Reply { ProfilesMessage.followed(name, wish, $0) })
  }
}
