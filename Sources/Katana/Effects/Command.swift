/// A description of a side effect: a request, not the effect itself.
///
/// An ``Updater`` returns commands. An interpreter, in a module of its own, performs them after the
/// new model is visible. Make commands `Equatable` where you can, so that tests compare them with
/// `==`.
///
/// Name commands as imperatives: `logIn`, `fetchArticles`.
public protocol Command: Sendable {}
