import API
import Katana
import Profiles

let maren = Profile(username: "maren", bio: "writes")
let followed = Profile(username: "maren", bio: "writes", following: true)

let load = APICommand<Profile>(
  .get("profiles", "maren"), in: "profile", Reply { ProfilesMessage.profileLoaded("maren", $0) })

let follow = APICommand<Profile>(
  .post("profiles", "maren", "follow"), in: "profile",
  Reply { WishMessage<Follow>.answered("maren", true, $0) })

func want(_ isOn: Bool) -> WishMessage<Follow> { .wanted("maren", isOn) }

func loaded(_ profile: Profile) -> ProfilesModel {
  var model = ProfilesModel()
  model.profiles = ["maren": .loaded(profile)]
  return model
}

/// A request, as the feature returns it.
func request(_ command: some Command) -> any Command { command.ofUser }
