import KatanaViews

extension RGBColor {
  private static let levels = [0, 95, 135, 175, 215, 255]

  /// Creates the colour of a number from 16 to 255, which is the same on all terminals of 256 colours.
  init(index: Int) {
    func part(_ number: Int) -> UInt8 { UInt8(Self.levels[number % 6]) }
    if index >= 232 {
      let grey = UInt8(8 + 10 * (index - 232))
      self.init(red: grey, green: grey, blue: grey)
    } else {
      let number = index - 16
      self.init(red: part(number / 36), green: part(number / 6), blue: part(number))
    }
  }

  /// The number of the nearest of the 256 colours. The first 16 are left out: the person may have changed
  /// them.
  var nearestIndex: Int {
    func level(_ part: UInt8) -> Int {
      Self.levels.indices.min {
        abs(Self.levels[$0] - Int(part)) < abs(Self.levels[$1] - Int(part))
      }!
    }
    let cube = 16 + 36 * level(red) + 6 * level(green) + level(blue)
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let grey = 232 + min(max((mean - 3) / 10, 0), 23)
    return distance(to: RGBColor(index: cube)) <= distance(to: RGBColor(index: grey)) ? cube : grey
  }

  private func distance(to other: RGBColor) -> Int {
    func square(_ one: UInt8, _ two: UInt8) -> Int { (Int(one) - Int(two)) * (Int(one) - Int(two)) }
    return square(red, other.red) + square(green, other.green) + square(blue, other.blue)
  }
}
