#!/usr/bin/env python3
"""Tests of Docs/maintaining/interface, with symbol graphs made by hand: Docs/maintaining/interface_tests.py"""
import importlib.machinery, importlib.util, pathlib, random, sys, unittest

sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("interface", str(pathlib.Path(__file__).with_name("interface")))
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("interface", loader))
loader.exec_module(tool)


def symbol(kind, path, text, where=(), own=()):
    generics = lambda some: {"constraints": [{"kind": "conformance", "lhs": lhs, "rhs": rhs} for lhs, rhs in some]}
    return {
        "kind": {"identifier": f"swift.{kind}"}, "identifier": {"precise": f"{path} {text}" if kind not in tool.TYPES else path},
        "pathComponents": path.split("."), "accessLevel": "public",
        "declarationFragments": [{"spelling": text}], "swiftExtension": generics(where), "swiftGenerics": generics(own),
    }


def member(kind, path, text, where=(), relation="memberOf"):
    made = symbol(kind, path, text, where)
    return made, {"kind": relation, "source": made["identifier"]["precise"], "target": path.rpartition(".")[0]}


def conforms(path, name, where=()):
    return {"kind": "conformsTo", "source": path, "target": name, "targetFallback": f"Swift.{name}",
            "swiftConstraints": [{"kind": "conformance", "lhs": lhs, "rhs": rhs} for lhs, rhs in where]}


def lines(symbols, relationships=()):
    graph = {"symbols": [], "relationships": list(relationships)}
    for it in symbols:
        made, *related = it if isinstance(it, tuple) else (it,)
        graph["symbols"].append(made)
        graph["relationships"] += related
    random.shuffle(graph["symbols"])
    random.shuffle(graph["relationships"])
    module = tool.Module([graph])
    text = tool.text_of("P", tool.interface(module, tool.Names([module], lambda precise: f"Swift.{precise}")))
    return text.splitlines()[2:]


class InterfaceTests(unittest.TestCase):
    def test_members_are_sorted_within_their_type(self):
        self.assertEqual(lines([
            symbol("struct", "B", "struct B"), symbol("struct", "A", "struct A"),
            member("method", "A.run()", "func run()"), member("property", "A.size", "var size : Int { get }"),
            member("init", "A.init()", "init()"), member("struct", "A.Part", "struct Part"),
            member("enum.case", "A.Part.one", "case one"),
        ]), ["struct A", "  init()", "  var size: Int { get }", "  func run()", "  struct Part", "    case one", "",
             "struct B"])

    def test_conformances_stand_before_constraints_without_those_that_follow(self):
        self.assertEqual(lines(
            [symbol("struct", "A", "struct A<T> where T : P", own=[("T", "P")])],
            [conforms("A", it, [("T", "P")]) for it in ["Hashable", "Equatable", "Copyable", "Encodable", "Decodable"]]),
            ["struct A<T>: Codable, Hashable where T: P"])

    def test_conditional_conformances_and_their_members_are_extensions(self):
        self.assertEqual(lines(
            [symbol("struct", "A", "struct A<T>"), member("property", "A.x", "var x: Int", [("T", "Equatable")])],
            [conforms("A", "Equatable", [("T", "Equatable")])]),
            ["struct A<T>", "  extension: Equatable where T: Equatable", "    var x: Int"])

    def test_requirements_stand_apart_from_the_extensions_of_a_protocol(self):
        self.assertEqual(lines([
            symbol("protocol", "P", "protocol P : Sendable"),
            member("property", "P.id", "var id: Int { get }", relation="requirementOf"),
            member("method", "P.f()", "func f()"),
        ]), ["protocol P: Sendable", "  var id: Int { get }", "  extension", "    func f()"])

    def test_witnesses_of_standard_protocols_are_left_out_if_the_type_conforms(self):
        some = [symbol("struct", "A", "struct A"), member("property", "A.description", "var description: String")]
        self.assertEqual(lines(some, [conforms("A", "CustomStringConvertible")]),
                         ["struct A: CustomStringConvertible"])
        self.assertEqual(lines(some), ["struct A", "  var description: String"])

    def test_names_with_an_underscore_are_left_out(self):
        self.assertEqual(lines([symbol("struct", "A", "struct A"), member("property", "A._x", "var _x: Int")]), ["struct A"])

    def test_extensions_of_other_modules_come_last(self):
        self.assertEqual(lines(
            [symbol("struct", "Z", "struct Z"), member("property", "Int.text", "var text: String"),
             symbol("func", "f()", "func f()")],
            [conforms("Int", "P"), conforms("Int", "Sendable")]),
            ["struct Z", "", "extension Int: P", "  var text: String", "", "func f()"])

    def test_a_difference_names_the_type(self):
        old = "struct A: B\n  init()\n  var a: Int\n  var b: Int\n"
        self.assertEqual(tool.difference("P", old, old.replace("b: Int", "b: UInt")).splitlines()[2:],
                         ["@@ struct A", "   var a: Int", "-  var b: Int", "+  var b: UInt"])


class ChangelogTests(unittest.TestCase):
    old = "# Changelog\n\n## Unreleased\n\n- One\n  thing.\n\n## 0.1.0\n\n- Old.\n"
    files = {"P.txt": "struct A\n"}

    def test_entries_are_those_of_the_unreleased_section(self):
        self.assertEqual(tool.entries(self.old), ["- One thing."])
        self.assertEqual(tool.entries("## Unreleased: the first\n\n### Group\n\n- One.\n- Two.\n\n### Other\n\n- Three.\n"),
                         ["- One.", "- Two.", "- Three."])

    def test_a_changed_interface_needs_a_new_entry(self):
        recorded = tool.checksums(self.files, self.old)
        self.assertTrue(tool.lacks_entry(recorded, self.old))
        self.assertTrue(tool.lacks_entry(recorded, self.old.replace("One\n  thing", "One thing")))
        self.assertTrue(tool.lacks_entry(recorded, self.old.replace("Old", "Older")))
        self.assertFalse(tool.lacks_entry(recorded, self.old.replace("- One", "- Two\n- One")))

    def test_an_empty_section_after_a_release_is_no_entry(self):
        recorded = tool.checksums(self.files, self.old)
        self.assertTrue(tool.lacks_entry(recorded, self.old.replace("## 0.1", "## 0.2").replace(
            "## Unreleased\n", "## Unreleased\n\n## 0.1.0\n")))

    def test_the_check_accepts_what_was_written(self):
        recorded = tool.checksums(self.files, self.old)
        self.assertEqual(tool.problems(self.files, self.files, recorded), [])

    def test_the_check_shows_what_differs_and_how_to_fix_it(self):
        found = tool.problems(self.files, {"P.txt": "struct B\n"}, tool.checksums(self.files, self.old))
        self.assertIn("-struct A\n+struct B", found[0])
        self.assertIn("To fix this, add a line to Docs/changelog.md", found[-1])

    def test_the_check_rejects_files_that_were_changed_by_another_way(self):
        other = {"P.txt": "struct B\n"}
        self.assertIn("not by Docs/maintaining/interface", tool.problems(
            other, other, tool.checksums(self.files, self.old))[0])


if __name__ == "__main__":
    unittest.main()
