import KatanaViews

/// The texts of the screen in a language.
struct CrudWords {
  var direction = ViewDirection.leftToRight
  var filter, name, surname, names, create, update, delete, quit: String

  static let english = CrudWords(
    filter: "Filter", name: "Name", surname: "Surname", names: "Names", create: "Create",
    update: "Update", delete: "Delete", quit: "quit")

  static let hebrew = CrudWords(
    direction: .rightToLeft, filter: "סינון", name: "שם פרטי", surname: "שם משפחה", names: "שמות",
    create: "הוספה", update: "עדכון", delete: "מחיקה", quit: "יציאה")

  static let all = ["en": english, "he": hebrew]
}
