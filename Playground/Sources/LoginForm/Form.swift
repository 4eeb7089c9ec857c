import Katana

/// The input of the user, and the errors in it.
struct Form: Model, Equatable {
  typealias Receives = FormMessage

  var name = ""
  var password = Secret("")
  var nameError: String?
  var loginError: LoginError?
  var isBusy = false

  var canSubmit: Bool { !isBusy && !name.isEmpty && nameError == nil }
}

/// The reason why a login failed.
enum LoginError: Error, Equatable { case wrongPassword, offline }

/// The messages of the form.
enum FormMessage: Message, Equatable {
  case nameChanged(String)
  case nameValidated(error: String?)
  case passwordChanged(Secret<String>)
  case submitTapped
  case loggedIn(Result<[String], LoginError>)
}

/// Checks whether a name is allowed. The reply receives the reason if it is not, otherwise `nil`.
struct ValidateName: Command, Equatable {
  var name: String
  var reply = Reply { FormMessage.nameValidated(error: $0) }
}

/// Logs a user in. The reply receives the titles of the user's rows.
struct LogIn: Command, Equatable {
  var name: String
  var password: Secret<String>
  var reply = Reply(FormMessage.loggedIn)
}

/// Validates the name when the user pauses typing, and submits the form once at a time.
struct FormUpdater: TypedUpdater {
  enum ID { case typing, validation }

  var effects: [EffectType] { [.command(ValidateName.self), .command(LogIn.self)] }

  func update(model: inout Form, message: FormMessage) -> [any Command] {
    switch message {
    case .nameChanged(let name):
      model.name = name
      model.nameError = nil
      return [Self.validate(name)]
    case .nameValidated(let error): model.nameError = error
    case .passwordChanged(let password): model.password = password
    case .submitTapped:
      guard model.canSubmit else { return [] }
      model.isBusy = true
      model.loginError = nil
      return [LogIn(name: model.name, password: model.password)]
    case .loggedIn(.success): break
    case .loggedIn(.failure(let error)):
      model.isBusy = false
      model.loginError = error
    }
    return []
  }

  /// The outer id also cancels a validation that has begun, because its answer is about an older
  /// name.
  static func validate(_ name: String) -> any Command {
    ValidateName(name: name)
      .debounced(id: ID.typing, for: .milliseconds(300))
      .cancellable(id: ID.validation, cancelInFlight: true)
  }
}
