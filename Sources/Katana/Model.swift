/// The state of an app, or of a part of it.
///
/// Models are values. Only an ``Updater`` changes one, and only in answer to a ``Message``.
public protocol Model: Sendable {}
