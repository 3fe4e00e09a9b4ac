"""A disk that forgets what was not flushed: all states in which a power cut may leave it.

What a program had flushed before the cut is there. Of everything else any part may be: each write or none of it, or
some of its sectors; and each change of a folder (a new name, a name that is gone, a renamed file) or none of it. This
is weaker than any common file system, so what survives here survives there.
"""

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from power.recording import Operation

C = TypeVar("C")
DIRECTORY = -1
"""In place of the number of a file."""
SECTOR = 512
"""Bytes that a disk writes completely or not at all."""


@dataclass(frozen=True, slots=True)
class Change:
    """A write, or with `data` None a new size."""

    at: int
    data: bytes | None

    def apply(self, content: bytearray, sectors: set[int] | None = None) -> None:
        """Change the content; of a write only these sectors, if given."""
        if self.data is None:
            if len(content) > self.at:
                del content[self.at :]
            else:
                content.extend(bytes(self.at - len(content)))
            return
        for start, end in self.pieces():
            if sectors is None or start // SECTOR in sectors:
                if len(content) < end:
                    content.extend(bytes(end - len(content)))
                content[start:end] = self.data[start - self.at : end - self.at]

    def pieces(self) -> list[tuple[int, int]]:
        """The parts of a write that are on disk or not, each as a whole."""
        assert self.data is not None
        end = self.at + len(self.data)
        borders = [self.at, *range(self.at - self.at % SECTOR + SECTOR, end, SECTOR), end]
        return list(pairwise(borders))


@dataclass
class File:
    """A file: what is on disk for certain, and what may be."""

    content: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)
    flushing: dict[int, int] = field(default_factory=dict)
    """By the number of a flush that has begun: how many of the pending changes it will have kept when it ends."""

    def keep(self, count: int) -> None:
        """The first of the pending changes are on disk."""
        for change in self.pending[:count]:
            change.apply(self.content)
        del self.pending[:count]
        self.flushing = {number: max(0, some - count) for number, some in self.flushing.items()}


@dataclass(frozen=True, slots=True)
class Naming:
    """A change of a folder: names that files get, or lose (None)."""

    names: dict[str, int | None]


@dataclass
class Folder:
    """Names, by the same rule."""

    pending: list[Naming] = field(default_factory=list)
    flushing: dict[int, int] = field(default_factory=dict)


class Disk:
    """The files of one folder, from what was recorded."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder.resolve())
        self.files: dict[int, File] = {}
        self.names: dict[str, int] = {}
        """As they are on disk for certain."""
        self.current: dict[str, int] = {}
        """As the program sees them."""
        self.folders: dict[str, Folder] = {}
        self.directories: set[str] = set()
        """Those that are new."""

    def run(self, operation: Operation) -> None:
        """Do what was done."""
        file = self.files.setdefault(operation.file, File())
        match operation.kind:
            case "write":
                file.pending.append(Change(operation.at, operation.data))
            case "size":
                file.pending.append(Change(operation.at, None))
            case "create":
                self.files[operation.file] = File()  # the number may have belonged to a file that is gone
                self._name({operation.name: operation.file})
            case "unlink":
                self._name({operation.name: None})
            case "rename":
                self._name({operation.name: None, operation.name2: self.current.get(operation.name)})
            case "link":
                self._name({operation.name2: self.current.get(operation.name)})
            case "mkdir":
                self.directories.add(operation.name)
                self._name({operation.name: DIRECTORY})
            case "flush":
                folder = self._folder(operation.name)
                file.flushing[operation.at] = len(file.pending)
                folder.flushing[operation.at] = len(folder.pending)
            case "flushed":
                file.keep(file.flushing.pop(operation.at))
                folder = self._folder(operation.name)
                self._keep_names(folder, folder.flushing.pop(operation.at))

    def _folder(self, name: str) -> Folder:
        return self.folders.setdefault(name, Folder())

    def _name(self, names: dict[str, int | None]) -> None:
        for name, file in names.items():
            if file is None:
                self.current.pop(name, None)
            else:
                self.current[name] = file
        self._folder(os.path.dirname(next(iter(names)))).pending.append(Naming(names))

    def _keep_names(self, folder: Folder, count: int) -> None:
        for naming in folder.pending[:count]:
            rename(self.names, naming)
        del folder.pending[:count]
        folder.flushing = {number: max(0, some - count) for number, some in folder.flushing.items()}

    @property
    def unflushed(self) -> int:
        """How many changes may or may not be on disk."""
        files = sum(len(file.pending) for file in self.files.values())
        return files + sum(len(folder.pending) for folder in self.folders.values())

    def after_cut(self, chance: random.Random, kept: float | None) -> dict[str, bytes]:
        """The files as somebody may find them after a power cut.

        `kept` is the share of the unflushed changes that is on disk; None: all of it up to some moment.
        """
        names = dict(self.names)
        for folder in self.folders.values():
            for naming in some_of(folder.pending, chance, kept):
                rename(names, naming)
        found: dict[str, bytes] = {}
        gone = tuple(f"{name}/" for name in self.directories if name not in names)
        for name, number in names.items():
            if number == DIRECTORY or name.startswith(gone):
                continue
            file = self.files[number]
            content = bytearray(file.content)
            for change in some_of(file.pending, chance, kept):
                torn = change.data is not None and kept not in (0.0, 1.0) and chance.random() < 0.25
                sectors = [start // SECTOR for start, _ in change.pieces()] if torn else []
                change.apply(content, set(chance.sample(sectors, chance.randrange(len(sectors) + 1))) if torn else None)
            found[name] = bytes(content)
        return found

    def write(self, files: dict[str, bytes], folder: Path) -> None:
        """Write such a state to another folder."""
        for name, content in files.items():
            path = folder / os.path.relpath(name, self.folder)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def some_of(changes: Sequence[C], chance: random.Random, kept: float | None) -> list[C]:
    """Some of the changes, in order: a share of them, or (None) all up to some point."""
    if kept is None:
        return list(changes)[: chance.randrange(len(changes) + 1)]
    return [change for change in changes if chance.random() < kept]


def rename(names: dict[str, int], naming: Naming) -> None:
    for name, file in naming.names.items():
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file
