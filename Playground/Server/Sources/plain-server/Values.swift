import Foundation
import Hummingbird

struct Author: Codable, Sendable {
  var username: String
  var bio: String?
  var image: String?
  var following: Bool

  private enum Key: CodingKey { case username, bio, image, following }

  init(username: String, following: Bool) {
    (self.username, self.following) = (username, following)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    username = try container.decode(String.self, forKey: .username)
    bio = try container.decodeIfPresent(String.self, forKey: .bio)
    image = try container.decodeIfPresent(String.self, forKey: .image)
    following = try container.decode(Bool.self, forKey: .following)
  }

  /// Written out because the API promises `null` where Swift would leave the key away.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(username, forKey: .username)
    try container.encode(bio, forKey: .bio)
    try container.encode(image, forKey: .image)
    try container.encode(following, forKey: .following)
  }
}

struct Article: Codable, Sendable {
  var slug: String
  var title: String
  var description: String
  var body: String?
  var tagList: [String]
  var createdAt: Date
  var updatedAt: Date
  var favorited: Bool
  var favoritesCount: Int
  var author: Author
}

struct ArticlePage: ResponseCodable, Sendable {
  var articles: [Article] = []
  var articlesCount = 0
}

struct TagList: ResponseEncodable {
  var tags: [String]
}

struct NewArticle: Decodable {
  var title: String
  var description: String
  var body: String
  var tagList: [String]?
}

struct Envelope<Content> {
  var article: Content
}

extension Envelope: Decodable where Content: Decodable {}
extension Envelope: Encodable, ResponseGenerator, ResponseEncodable where Content: Encodable {}
