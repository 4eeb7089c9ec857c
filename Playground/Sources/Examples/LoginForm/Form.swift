import Katana

/// The input of the user, and the errors in it.
struct Form: Model, Equatable {
  typealias Receives = FormMessage

  var name = ""
  var password = Secret("")
  var nameError: NameError?
  var loginError: LoginError?
  var isBusy = false

  var canSubmit: Bool { !isBusy && !name.isEmpty && nameError == nil }
}

/// The reason why a name is not allowed, as a text for the user.
struct NameError: Error, Equatable { var text: String }

/// The reason why a login failed.
enum LoginError: Error, Equatable { case wrongPassword, offline, noAnswer }

/// The messages of the form.
enum FormMessage: Message, Equatable {
  case nameChanged(String)
  case nameValidated(NameError?)
  case passwordChanged(Secret<String>)
  case submitTapped
  case loggedIn(Outcome<[String], LoginError>)
}

/// Checks whether a name is allowed. The reply receives the reason if it is not, otherwise `nil`.
struct ValidateName: Command, Equatable {
  var name: String
  var reply = Reply(FormMessage.nameValidated)
}

/// Logs a user in. The reply receives the titles of the user's rows.
struct LogIn: Command, Equatable {
  var name: String
  var password: Secret<String>
  var reply = Reply(FormMessage.loggedIn)
}

/// Validates the name when the user pauses typing, and submits the form once at a time.
struct FormUpdater: TypedUpdater {
  enum ID { case typing, name }

  var effects: [any Effect.Type] { [ValidateName.self, LogIn.self] }

  func update(model: inout Form, message: FormMessage) -> [any Command] {
    switch message {
    case .nameChanged(let name):
      model.name = name
      model.nameError = nil
      model.isBusy = false
      return [Self.validate(name)]
    case .nameValidated(nil): break
    case .nameValidated(let error?):
      model.nameError = error
      model.isBusy = false
    case .passwordChanged(let password): model.password = password
    case .submitTapped:
      guard model.canSubmit else { return [] }
      model.isBusy = true
      model.loginError = nil
      return [Self.submit(name: model.name, password: model.password)]
    case .loggedIn(.success): break
    case .loggedIn(.failure(let error)):
      model.isBusy = false
      model.loginError = error
    }
    return []
  }

  /// The outer id also cancels a validation or a login that has begun, because it is about an older
  /// name.
  static func validate(_ name: String) -> any Command {
    ValidateName(name: name)
      .debounced(id: ID.typing, for: .milliseconds(300))
      .cancellable(id: ID.name, cancelInFlight: true)
  }

  /// The name may not have been validated yet, so that comes first, and a name that is not allowed is
  /// not logged in. A server that does not answer does not keep the form busy.
  static func submit(name: String, password: Secret<String>) -> any Command {
    Sequential([ValidateName(name: name), LogIn(name: name, password: password)])
      .timingOut(after: .seconds(10), FormMessage.loggedIn(.failure(.noAnswer)))
      .cancellable(id: ID.name, cancelInFlight: true)
  }
}
