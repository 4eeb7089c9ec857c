import Katana

/// One of two types with one name.
private enum Twin: Message, Codable { case second }

enum OtherTwin { static var type: any (Codable & Sendable).Type { Twin.self } }
