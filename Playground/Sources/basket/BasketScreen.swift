import KatanaViews

func basketView(_ model: Basket) -> ViewOf<Basket> {
  .column([
    .text("Basket", .heading),
    .row(
      model.prices.sorted { $0.key < $1.key }.map { name, price in
        .button("\(name) \(price)", .added(name)).label(name)
      }),
    .list([
      .each(model.items) { item in
        .row([.text(item.name).width(.fill), .button("remove", .removed(item.id))])
          .onKey(.delete, "remove", .removed(item.id))
      }
    ]).border().label("Items").height(.fill.least(4).most(12)),
    .row([
      .text("Total \(model.total)", .strong).width(.fill),
      .button("Order", .orderTapped).disabled(model.items.isEmpty || model.isOrdering),
    ]).width(.fill),
    .row([
      model.isOrdering ? .spinner : .empty,
      .text(model.isOrdering ? "ordering" : model.receipt ?? "").style(
        .success, if: !model.isOrdering),
    ]),
    .keyHelp,
  ])
  .onKey("q", "quit", .quitTapped)
}
