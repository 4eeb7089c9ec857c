import KatanaViews

func crudView(_ model: CrudModel, _ words: CrudWords = .english) -> ViewOf<CrudModel> {
  .column([
    field(.prefix, words.filter, model),
    .fitting([
      .row([list(model, words).height(.fill), fields(model, words)]).key("panes"),
      .column([list(model, words).height(.fill.least(3)), fields(model, words)]).key("panes"),
    ])
    .height(.fill),
    .row([
      .button(words.create, .createTapped),
      .button(words.update, .updateTapped).disabled(model.selected == nil),
      .button(words.delete, .deleteTapped).style(.danger).disabled(model.selected == nil),
    ]),
    .keyHelp,
  ])
  .direction(words.direction).onKey(.escape, words.quit, .quit)
}

private func list(_ model: CrudModel, _ words: CrudWords) -> ViewOf<CrudModel> {
  .list([
    .each(model.shown) { person in
      .text(person.text).style(.selected, if: person.id == model.selected)
        .onSelect(.selected(person.id)).onPress(.selected(person.id))
        .onKey(.delete, words.delete, .deleteTapped)
    }
  ])
  .width(.fill.least(24)).border().label(words.names).key("list")
}

private func fields(_ model: CrudModel, _ words: CrudWords) -> ViewOf<CrudModel> {
  .column([field(.name, words.name, model), field(.surname, words.surname, model)])
    .width(.fill).key("fields")
}

private func field(
  _ field: CrudModel.Field, _ label: String, _ model: CrudModel
) -> ViewOf<CrudModel> {
  .input(label, model.text(field), { .typed(field, $0) })
}
