"""The page about the HTTP API, generated from the server's OpenAPI document, `docs/openapi.json`."""

import json
from typing import Any, Final

TAGS: Final = {
    "games": (
        "Games and the server",
        "The games, their options and rules, and what this server offers besides.",
    ),
    "people": ("People", "Guests, accounts, sessions, tokens, and what one may know of others."),
    "tables": ("Tables", "Setting up a table, sitting down, playing, and what comes after."),
    "records": ("Records", "Checking a record and going through it again."),
}
"""The parts of the API in the page's order; unknown ones come last."""
_PREFIX: Final = "#/components/schemas/"
Json = dict[str, Any]


def page(api: Json) -> str:
    """The whole page."""
    groups: dict[str, list[tuple[str, str, Json]]] = {tag: [] for tag in TAGS}
    for path, operations in api["paths"].items():
        for method, about in operations.items():
            groups.setdefault(about["tags"][0], []).append((method.upper(), path, about))
    parts = [
        "# HTTP API\n",
        "This page is generated from the server's OpenAPI document, which every server serves at `/api/openapi.json`"
        " ([as a file](openapi.json)). [The protocol](../protocol.md) explains how requests and websockets work"
        " together, who is asking, and what refusals mean.\n",
        "| request | what it does |\n|---|---|",
        *(
            f"| `{method} {path}` | [{_cell(about['description'])}](#{_anchor(about)}) |"
            for found in groups.values()
            for method, path, about in found
        ),
        "",
    ]
    for tag, found in groups.items():
        if found:
            title, words = TAGS.get(tag, (tag.capitalize(), ""))
            parts += [f"## {title}\n", f"{words}\n"]
            for method, path, about in found:
                parts += _operation(method, path, about)
    parts += ["## Schemas\n", "Request and response bodies.\n"]
    for name, schema in sorted(api["components"]["schemas"].items()):
        parts += _schema(name, schema)
    return "\n".join(parts)


def _operation(method: str, path: str, about: Json) -> list[str]:
    parts = [f"### `{method} {path}` {{ #{_anchor(about)} }}\n", f"{about['description']}\n"]
    allowed = about.get("security")
    if allowed is not None:
        ways = [{"cookie": "a browser's cookie", "token": "a program's token"}[name] for one in allowed for name in one]
        nobody = " Nobody has to be signed in." if {} in allowed else ""
        parts.append(f"Signed in by {' or '.join(ways)}.{nobody}\n" if ways else f"{nobody.strip()}\n")
    rows = [
        (f"`{one['name']}`", one["in"], _type(one["schema"]), _told(one, bool(one.get("required"))))
        for one in about.get("parameters", [])
    ]
    if rows:
        parts += ["| parameter | in | type | |", "|---|---|---|---|"]
        parts += [f"| {' | '.join(row)} |" for row in rows]
        parts.append("")
    if "requestBody" in about:
        parts.append(f"**Body:** {_type(about['requestBody']['content']['application/json']['schema'])}\n")
    refused = []
    for status, answer in sorted(about["responses"].items()):
        content = answer.get("content", {}).get("application/json", {}).get("schema")
        if status.startswith("2"):
            parts.append(f"**Answer:** {status}, {_type(content) if content else 'nothing'}\n")
        else:
            refused.append(f"{status} ({answer['description'].rstrip('.').lower()})")
    if refused:
        parts.append(f"**Refused with** {_link('Problem')}: {', '.join(refused)}.\n")
    return parts


def _schema(name: str, schema: Json) -> list[str]:
    parts = [f"### {name} {{ #schema-{name.lower()} }}\n"]
    if "description" in schema:
        parts.append(f"{schema['description']}\n")
    needed = schema.get("required", [])
    rows = [
        f"| `{key}` | {_type(field)} | {_told(field, key in needed)} |"
        for key, field in schema.get("properties", {}).items()
    ]
    if rows:
        parts += ["| field | type | |", "|---|---|---|", *rows, ""]
    else:
        parts.append(f"{_type({key: value for key, value in schema.items() if key != 'title'})}\n")
    return parts


def _told(field: Json, needed: bool) -> str:
    """The description of a field: its purpose, limits and default."""
    schema = field.get("schema", field)
    words = [_cell(field.get("description", schema.get("description", "")))]
    limits = [
        f"{word} {schema[key]:g}"
        for key, word in (("minimum", "at least"), ("maximum", "at most"), ("maxLength", "at most"))
        if isinstance(schema.get(key), int | float)
    ]
    if limits:
        words.append(
            ", ".join(limits)
            + (" characters" if "maxLength" in schema and schema.get("type") == "string" else "")
            + "."
        )
    if schema.get("default") is not None:
        words.append(f"Default: `{_cell(json.dumps(schema['default'], ensure_ascii=False))}`.")
    elif not needed:
        words.append("Optional.")
    return " ".join(word[:1].upper() + word[1:] for word in words if word)


def _type(schema: Json) -> str:
    """A type in a few words, with links to the schemas."""
    if "$ref" in schema:
        return _link(schema["$ref"].removeprefix(_PREFIX))
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(_type(one) for one in schema[key]))
    if "const" in schema:
        return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(one, ensure_ascii=False)}`" for one in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    more = schema.get("additionalProperties")
    if kind == "object" and isinstance(more, dict):
        return f"object of {_type(more)}"
    return str(kind)


def _link(name: str) -> str:
    return f"[{name}](#schema-{name.lower()})"


def _anchor(about: Json) -> str:
    return str(about["operationId"]).replace("_", "-")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
