import API
import Katana
import Profiles
import Terminal

/// What a user can type about other users, and what the user sees of them.
let profilesLines = FeatureLines(
  instructions: [
    Instruction("profile", word: "NAME", "show a user") { ProfilesMessage.profileRequested($0) }
  ], presenter: ProfilesPresenter())

struct ProfilesPresenter: Presenter {
  func output(for message: ProfilesMessage) -> Output? {
    switch message {
    case .profileLoaded(_, _, .success(let profile)):
      output(for: profile).json(["profile": profile])
    case .profileLoaded(_, _, .failure(let error)): .failure(error)
    case .profileRequested: nil
    }
  }

  private func output(for profile: Profile) -> Output {
    Output(
      Table(
        [Table.Column("", .faint), Table.Column()],
        rows: [
          ["name", profile.username], ["bio", profile.bio ?? "none"],
          ["image", profile.image ?? "none"], ["following", profile.following ? "yes" : "no"],
        ]))
  }
}
