"""The stages that ship with the library: plugins like any other, loaded by name."""
