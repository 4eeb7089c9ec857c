import API
import APILines
import Katana
public import Lines
public import Profiles

/// What a user can type about other users, and what the user sees of them.
public let profilesLines = FeatureLines(
  instructions: [
    Instruction("profile", word: "NAME", "show a user") { ProfilesMessage.profileRequested($0) },
    Instruction("follow", word: "NAME", "see a user's articles in the feed") {
      ProfilesMessage.followRequested($0, true)
    },
    Instruction("unfollow", word: "NAME", "stop following a user") {
      ProfilesMessage.followRequested($0, false)
    },
  ], presenter: ProfilesPresenter())

/// Says what is shown of messages about other users.
public struct ProfilesPresenter: Presenter {
  /// Creates the presenter.
  public init() {}

  /// Shows results, and a following at once. If the server refuses it, a line says so. A program that
  /// reads JSON gets the answer of the server instead.
  public func output(for message: ProfilesMessage) -> Output? {
    switch message {
    case .profileLoaded(_, _, .success(let profile)):
      output(for: profile).json(["profile": profile])
    case .followRequested(let name, true): .success("following \(name)").hidden(from: .json)
    case .followRequested(let name, false):
      .success("you no longer follow \(name)").hidden(from: .json)
    case .followed(_, _, .success(let profile)): Output([]).json(["profile": profile])
    case .followed(_, _, .failure(.notLoggedIn)): .failure(.notLoggedIn)
    case .followed(let name, let wish, .failure(let error)):
      .failure(error, undone: "taken back: \(wish ? "follow" : "unfollow") \(name)")
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
