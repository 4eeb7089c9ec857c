import Katana

/// A setting, and whether it is saved.
struct SettingsScreen: Model, Equatable {
  typealias Receives = SettingsMessage

  let id: Int
  var isDark = false
  var isSaved = true
}

/// The messages of the settings.
enum SettingsMessage: Message, Equatable {
  case darkToggled
  case saved
  case darkChangedElsewhere(Bool)
}

/// Saves the setting.
struct SaveSettings: Command, Equatable {
  var isDark: Bool
  var reply = Reply(SettingsMessage.saved)
}

/// A source that sends the setting whenever another device changes it.
struct SettingsChanged: Subscription {
  var reply = Reply(SettingsMessage.darkChangedElsewhere)
}

/// Saves the setting one second after its last change; `NavigatorUpdater` saves it when the screen
/// leaves before that. Accepts changes from other devices only while there is no unsaved change.
struct SettingsFeature: TypedUpdater, SubscriptionProvider {
  enum ID { case pause, save }

  var effects: [any Effect.Type] { [SaveSettings.self, SettingsChanged.self] }

  func update(model: inout SettingsScreen, message: SettingsMessage) -> [any Command] {
    switch message {
    case .darkToggled:
      model.isDark.toggle()
      model.isSaved = false
      return [Self.save(isDark: model.isDark)]
    case .saved: model.isSaved = true
    case .darkChangedElsewhere(let isDark): model.isDark = isDark
    }
    return []
  }

  /// The outer id also cancels a save that has begun.
  static func save(isDark: Bool) -> any Command {
    SaveSettings(isDark: isDark)
      .debounced(id: ID.pause, for: .seconds(1))
      .cancellable(id: ID.save, cancelInFlight: true)
  }

  func subscriptions(model: SettingsScreen) -> [any Subscription] {
    model.isSaved ? [SettingsChanged()] : []
  }
}
