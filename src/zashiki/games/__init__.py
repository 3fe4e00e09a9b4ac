"""The built-in games. Each declares its `GamePackage` in `package.py`; `zashiki.registry` finds it by entry point."""
