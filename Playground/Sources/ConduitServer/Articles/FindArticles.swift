public import Katana

/// Finds the articles whose title or body has all of some words, newest first.
///
/// The database answers it, also where the model holds no articles at all. So the program keeps nothing
/// for it but the request under way, whose number the reply holds.
public struct FindArticles: Command, Equatable {
  /// The words. The case of their letters does not matter in ASCII.
  public var words: [String]
  /// How many articles are found at most.
  public var limit: Int
  /// The reply, which turns the names of the articles in their addresses, or the failure, into a message.
  public var reply: Reply<Outcome<[String], StorageFailure>>

  /// Creates a command that finds articles.
  public init(
    _ words: [String], limit: Int = 20, _ reply: Reply<Outcome<[String], StorageFailure>>
  ) {
    (self.words, self.limit, self.reply) = (words, limit, reply)
  }
}
