import API
import Comments
import Foundation
import Katana
import Profiles
import Terminal

/// What a user can type about comments, and what the user sees of them.
let commentsLines = FeatureLines(
  instructions: [
    Instruction("comments", word: "SLUG", "show the comments on an article") {
      CommentsMessage.listRequested(slug: $0)
    },
    Instruction("comment", "SLUG TEXT", "comment on an article") { (words) throws(Mistake) in
      guard let slug = words.next(), let text = words.text else {
        throw Mistake("comment needs SLUG and TEXT")
      }
      return CommentsMessage.publicationRequested(slug: slug, text)
    },
    Instruction("uncomment", "SLUG NUMBER", "remove a comment") { (words) throws(Mistake) in
      guard let slug = words.next(), let id = words.next().flatMap(Int.init) else {
        throw Mistake("uncomment needs SLUG and the NUMBER of a comment")
      }
      try words.end(of: "uncomment", takes: "only SLUG and NUMBER")
      return CommentsMessage.deletionRequested(slug: slug, id: id)
    },
  ], presenter: CommentsPresenter())

struct CommentsPresenter: Presenter {
  func output(for message: CommentsMessage) -> Output? {
    switch message {
    case .listed(_, _, .success(let comments)): output(for: comments).json(["comments": comments])
    case .published(_, _, .success(let comment)):
      .success("added comment \(comment.id)").json(["comment": comment])
    case .deleted(_, let id, .success): .success("removed comment \(id)")
    case .listed(_, _, .failure(let error)), .published(_, _, .failure(let error)),
      .deleted(_, _, .failure(let error)):
      .failure(error)
    case .listRequested, .publicationRequested, .deletionRequested: nil
    }
  }

  private func output(for comments: [ArticleComment]) -> Output {
    if comments.isEmpty { return Output("no comments") }
    return Output(
      comments.flatMap { comment -> [Output.Part] in
        let facts = " by \(comment.author.username) on \(Output.day(comment.createdAt))"
        return [
          .line([Output.Span("\(comment.id)", .link), Output.Span(facts, .faint)]),
          .paragraph(comment.body),
        ]
      })
  }
}
