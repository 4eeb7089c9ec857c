import Katana

/// A login form, and after the login the rows of the user.
struct LoginApp: Model, Equatable {
  var form: Form? = Form()
  var rows: IdentifiedArray<Row> = []
}

let loginFeature = CombinedUpdater<LoginApp>([
  .optional(\.form, FormUpdater(), onLeave: .cancel) { model, message in
    guard case .loggedIn(.success(let titles)) = message else { return [] }
    model.form = nil
    model.rows = IdentifiedArray(titles.enumerated().map { Row(id: $0, title: $1) })
    return []
  },
  .each(\.rows, RowUpdater(), onLeave: .cancel),
])

let loginProgram = Program(model: LoginApp(), loginFeature)
