#if canImport(Security)
  public import Authentication
  import Foundation
  import Katana
  import Security

  /// Keeps sessions in the keychain of the user. For Apple's systems.
  public struct SessionKeychain: SessionStore {
    private let service: String

    /// Creates a store whose items have the name of an app.
    public init(service: String) { self.service = service }

    /// Reads the session with a server.
    public func session(with server: String) throws(SessionStoreError) -> Session? {
      var query = item(server)
      query[kSecReturnData as String] = true
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = found as? Data else {
        throw .unreadable("the keychain", reason: reason(status))
      }
      guard let session = try? JSONDecoder().decode(Session.self, from: data) else {
        throw .foreign("the item \(service) of the keychain")
      }
      return session
    }

    /// Saves the session with a server, or forgets it.
    public func save(_ session: Session?, with server: String) throws(SessionStoreError) {
      SecItemDelete(item(server) as CFDictionary)
      let encoder = JSONEncoder()
      encoder.userInfo[.secrets] = SecretEncoding.revealed
      guard let session, let data = try? encoder.encode(session) else { return }
      var query = item(server)
      query[kSecValueData as String] = data
      query[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      let status = SecItemAdd(query as CFDictionary, nil)
      guard status == errSecSuccess else {
        throw .unwritable("the keychain", reason: reason(status))
      }
    }

    private func item(_ server: String) -> [String: Any] {
      [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: server,
      ]
    }

    private func reason(_ status: OSStatus) -> String {
      SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
    }
  }
#endif
