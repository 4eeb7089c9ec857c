import KatanaConsole
import KatanaViews

func flightView(_ model: FlightModel) -> ViewOf<FlightModel> {
  .column([
    .select("Flight", ["one-way", "return"], model.isReturn ? 1 : 0) {
      .returnChosen($0 == 1)
    },
    .input("Start", model.start.text, FlightMessage.startTyped)
      .invalid(model.startDate == nil ? noDate : nil),
    .input("Return", model.end.text, FlightMessage.endTyped)
      .invalid(returnProblem(model)).disabled(!model.isReturn),
    .button("Book", .bookTapped).disabled(!model.canBook),
    .text(model.booking ?? "", .success),
    .keyHelp,
  ])
  .padding(1).border().label("Flight booker").onKey(.escape, "quit", .quit)
}

private let noDate = "a date is like 2026-11-30"

private func returnProblem(_ model: FlightModel) -> String? {
  guard model.isReturn else { return nil }
  guard let start = model.startDate, let end = model.endDate else {
    return model.endDate == nil ? noDate : nil
  }
  return end < start ? "the return is before the start" : nil
}
