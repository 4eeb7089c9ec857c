public import Authentication
import Katana
public import KatanaRuntime

/// Where sessions are kept between two starts of an app.
public protocol SessionStore: Sendable {
  /// Returns the session with a server; `nil` if none is saved.
  func session(with server: String) throws(SessionStoreError) -> Session?
  /// Saves the session with a server, or forgets it.
  func save(_ session: Session?, with server: String) throws(SessionStoreError)
}

extension Interpreter {
  /// The interpreters of ``Authentication/LoadSession`` and ``Authentication/SaveSession``.
  ///
  /// ```swift
  /// try Runtime(program, interpreters: [.sessions(in: SessionFile("session.json"))])
  /// ```
  ///
  /// A session is small, so it is saved while the runtime waits, and in the order of the commands.
  ///
  /// - Parameter store: The place; with `nil`, nothing is kept.
  public static func sessions(in store: (any SessionStore)?) -> Interpreter {
    .group([
      .command(LoadSession.self) { command, dispatch in
        do throws(SessionStoreError) {
          dispatch.answer(command.reply, with: .success(try store?.session(with: command.server)))
        } catch {
          dispatch.answer(command.reply, with: .failure(error))
        }
      },
      .command(SaveSession.self) { command, dispatch in
        do throws(SessionStoreError) {
          try store?.save(command.session, with: command.server)
          dispatch.answer(command.reply, with: nil)
        } catch {
          dispatch.answer(command.reply, with: error)
        }
      },
    ])
  }
}
