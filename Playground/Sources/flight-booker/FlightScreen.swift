import KatanaConsole
import KatanaViews

func flightView(_ model: FlightModel) -> ViewOf<FlightModel> {
  .column([
    .select("Flight", ["one-way", "return"], model.isReturn ? 1 : 0) {
      .returnChosen($0 == 1)
    },
    .input("Start", model.start.text, FlightMessage.startTyped)
      .style(.danger, if: model.startDate == nil),
    .input("Return", model.end.text, FlightMessage.endTyped)
      .style(.danger, if: model.isReturn && model.endDate == nil).disabled(!model.isReturn),
    .button("Book", .bookTapped).disabled(!model.canBook),
    .text(model.booking ?? "", .success),
    .keyHelp,
  ])
  .padding(1).border().label("Flight booker").onKey(.escape, "quit", .quit)
}
