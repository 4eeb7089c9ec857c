#!/usr/bin/env python3
"""Writes TerminalWidths.swift beside this script: the columns that each Unicode scalar takes.

    apt-get install unicode-data        # Debian's package of Unicode's data, 15.0
    Sources/KatanaConsole/Terminal/TerminalWidths.py [FOLDER OF THE DATA]

The rules, of which the first that applies holds:

    1  soft hyphens and prepended marks, such as Arabic number signs: they are shown
    0  nonspacing and enclosing marks, format characters, line and paragraph separators
    0  the vowels and final consonants of Hangul, which are drawn into the consonant before them
    0  other default ignorable scalars, except fillers of Hangul, which are letters
    2  East Asian Width W or F
    1  all others; spacing marks too, because they stand beside their letters

Control characters take none; they never reach a terminal.
"""
import pathlib, re, sys

DATA = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode")
OUTPUT = pathlib.Path(__file__).resolve().with_suffix(".swift")
COUNT = 0x110000


def property_lines(name):
    """The ranges and values of a file of Unicode's data: `0E33 ; W` or `0E34..0E3A ; Mn`."""
    for line in (DATA / name).read_text().splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) > 1:
            first, _, last = fields[0].partition("..")
            yield range(int(first, 16), int(last or first, 16) + 1), fields[1]


def scalars(name, *values):
    return {scalar for part, value in property_lines(name) if value in values for scalar in part}


def widths():
    category = "extracted/DerivedGeneralCategory.txt"
    shown = {0xAD} | scalars("PropList.txt", "Prepended_Concatenation_Mark")
    empty = scalars(category, "Cc", "Mn", "Me", "Cf", "Zl", "Zp")
    empty |= scalars("HangulSyllableType.txt", "V", "T")
    ignorable = scalars("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
    empty |= ignorable - scalars(category, "Lo")
    wide = scalars("EastAsianWidth.txt", "W", "F")
    for scalar in range(COUNT):
        yield 1 if scalar in shown else 0 if scalar in empty else 2 if scalar in wide else 1


def main():
    version = re.search(r"-([\d.]+)\.txt", (DATA / "PropList.txt").read_text())[1]
    entries, last = [], None
    for scalar, width in enumerate(widths()):
        if width != last:
            entries.append(f"0x{scalar << 2 | width:X},")
        last = width
    lines, line = [], "   "
    for entry in entries:
        if len(line) + 1 + len(entry) > 100:
            lines.append(line)
            line = "   "
        line += " " + entry
    OUTPUT.write_text(f"""\
// Written by TerminalWidths.py from Unicode {version}. Do not edit.
// swift-format-ignore-file

/// The columns that Unicode scalars take on a terminal.
enum TerminalWidths {{
  /// The scalars at which the width changes, in ascending order: the scalar, shifted by two bits,
  /// and its width in these bits.
  private static let changes: [UInt32] = [
""" + "\n".join([*lines, line]) + """
  ]

  /// Returns the number of columns that a scalar takes alone: 0, 1 or 2.
  static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 {
      return scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? 0 : 1
    }
    return changes.withUnsafeBufferPointer { changes in
      // The change is at an index in `low..<high`: the first one belongs to U+0000.
      var (low, high) = (0, changes.count)
      let wanted = scalar.value << 2 | 3
      while high - low > 1 {
        let middle = (low + high) / 2
        if changes[middle] <= wanted { low = middle } else { high = middle }
      }
      return Int(changes[low] & 3)
    }
  }
}
""")


main()
