// An app imports one module, for a runtime is of no use without the interface. The interface of a
// feature imports `Katana` and sees no runtime. Swift has no public form of this attribute yet.
@_exported public import Katana
