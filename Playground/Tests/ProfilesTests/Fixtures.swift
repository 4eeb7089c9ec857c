import API
import Katana
import Profiles

let maren = Profile(username: "maren", bio: "writes")
let followed = Profile(username: "maren", bio: "writes", following: true)

let load = APICommand<Profile>(
  .get("profiles", "maren"), in: "profile", Reply { ProfilesMessage.profileLoaded("maren", $0) })

func follow(_ wish: Bool) -> APICommand<Profile> {
  APICommand(
    wish ? .post("profiles", "maren", "follow") : .delete("profiles", "maren", "follow"),
    in: "profile", Reply { ProfilesMessage.followed("maren", wish, $0) })
}

/// A request, as the feature returns it.
func request(_ command: some Command) -> any Command {
  command.cancellable(id: ProfilesUpdater.ID.requests)
}

func queued(_ wish: Bool) -> any Command {
  request(follow(wish).queued(id: ProfilesUpdater.ID.following("maren"), .keepLatest))
}
