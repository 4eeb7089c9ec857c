import Katana

// Sells the seats of one evening. All requests share the seats, so these are in the model. What
// belongs to one request, such as its connection, stays in the task of the request.

struct BoxOffice: Model, Equatable {
  typealias Receives = BoxOfficeMessage

  var free: Int
  /// The number of buyers who are being charged.
  var open = 0
  var sold = 0
  /// The greatest number of them.
  var limit = 100
}

enum BoxOfficeMessage: Message, Equatable {
  case seatRequested(name: String)
  case charged(PaymentError?)
  case healthRequested
}

/// What the sender of a request waits for.
enum Answer: Message, Equatable {
  case sold, soldOut, declined, busy
  case healthy(free: Int, open: Int)
}

enum PaymentError: Error, Hashable {
  case declined
}

struct Charge: Command, Hashable {
  var name: String
  var reply: Reply<PaymentError?>
}

struct BoxOfficeUpdater: TypedUpdater {
  var effects: [any Effect.Type] { [Charge.self] }

  func update(model: inout BoxOffice, message: BoxOfficeMessage) -> [any Command] {
    switch message {
    case .seatRequested where model.free == 0: return [Send(Answer.soldOut)]
    case .seatRequested where model.open == model.limit: return [Send(Answer.busy)]
    case .seatRequested(let name):
      model.free -= 1
      model.open += 1
      return [Charge(name: name, reply: reply { .charged($0) })]
    case .charged(let error):
      model.open -= 1
      if error == nil { model.sold += 1 } else { model.free += 1 }
      return [Send(error == nil ? Answer.sold : .declined)]
    case .healthRequested:
      return [Send(Answer.healthy(free: model.free, open: model.open))]
    }
  }
}

func boxOfficeProgram(seats: Int) -> Program<BoxOffice> {
  Program(
    model: BoxOffice(free: seats),
    CombinedUpdater<BoxOffice>([
      .full(BoxOfficeUpdater()),
      // An answer changes nothing. Without this, one that nobody waits for any more is an issue.
      .full(TypedFunctionUpdater { (_: inout BoxOffice, _: Answer) in [] }),
    ]))
}
