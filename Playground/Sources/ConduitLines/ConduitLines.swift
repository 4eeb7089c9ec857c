import Articles
import Profiles
public import Terminal

/// What each feature brings to the terminal, in the order of the help.
public let conduitLines = [
  authenticationLines, articlesLines,
  wishLines(
    of: Favorite.self, "SLUG", on: ("favorite", "like an article", "you like"),
    off: ("unfavorite", "stop liking an article", "you no longer like")),
  wishLines(
    of: Bookmark.self, "SLUG", on: ("bookmark", "find an article again", "bookmark on"),
    off: ("unbookmark", "remove a bookmark", "no bookmark on")),
  draftsLines, commentsLines, profilesLines,
  wishLines(
    of: Follow.self, "NAME", on: ("follow", "see a user's articles in the feed", "following"),
    off: ("unfollow", "stop following a user", "you no longer follow")),
]
