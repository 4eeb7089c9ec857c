import Katana

/// The message that changes are saved, or that they cannot be.
struct Saved: Message, Codable, Equatable {
  /// The requests whose answers wait for it.
  var requests: [Request.ID]
  var failure: StorageFailure?
}

/// The message that the store was read again.
struct Loaded: Message, Codable, Equatable {
  var store: Outcome<ServerModel, StorageFailure>
}

extension Feature<ServerModel> {
  /// Returns a feature that saves each change of the store before the answer goes out.
  ///
  /// This is the one place that does so: an operation changes the store, and cannot forget it. What
  /// was not saved is undone: the store is read again, and until then nothing else changes.
  func saving() -> CombinedUpdater<ServerModel> {
    let operations = modified { model, _, next in
      // A copy makes the next change slow, so there is none while all is well.
      let before = model.isReloading ? model : nil
      let commands = next(&model)
      let changes = model.takeUnsaved()
      guard !changes.isEmpty else { return commands }
      let responses = commands.compactMap { $0 as? Respond }
      if let before {
        model = before
        return responses.map { Respond($0.id, Refusal.isReloading.response) }
      }
      let save = Save(
        changes,
        Reply { [requests = responses.map(\.id)] in Saved(requests: requests, failure: $0) })
      return commands.filter { !($0 is Respond) } + [Sequential([save] + responses)]
    }
    return CombinedUpdater(
      [.full(operations), .full(savedUpdater), .full(loadedUpdater)],
      effects: [Save.self, LoadStore.self, Respond.self])
  }
}

/// Answers the requests whose changes could not be saved. The others are answered by their
/// `Sequential`.
private let savedUpdater = TypedFunctionUpdater { (model: inout ServerModel, message: Saved) in
  guard let failure = message.failure else { return [] }
  let answers = message.requests.map { Respond($0, Refusal.cannotSave(failure.reason).response) }
  // What was sent to be saved after the failure fails too, and needs no second reading.
  if model.isReloading { return answers }
  model.isReloading = true
  return answers + [loadStore]
}

private let loadedUpdater = TypedFunctionUpdater { (model: inout ServerModel, message: Loaded) in
  switch message.store {
  case .success(var stored):
    stored.samples = model.samples
    model = stored
    return []
  case .failure: return [loadStore.delayed(by: .seconds(1))]
  }
}

private let loadStore = LoadStore(Reply { Loaded(store: $0) })
