import Foundation

/// Owns the store of a running backend, so that requests change it one at a time.
actor StoreOwner {
  private var store: ConduitStore

  init(_ store: ConduitStore) {
    self.store = store
  }

  func answer(_ request: APIRequest) -> APIResponse {
    Router.conduit.answer(request, store: &store)
  }

  func publish(_ article: NewArticle, author: String) throws(APIFailure) -> String {
    try store.publish(article, author: try store.author(named: author), now: Date()).slug
  }
}
