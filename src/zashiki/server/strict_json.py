"""Routes whose bodies are parsed as strict JSON, not with the extensions of Python's parser."""

from collections.abc import Callable, Coroutine
from json import JSONDecodeError
from typing import Any, Final, final

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from pydantic_core import from_json

ANYBODY: Final[dict[str, Any]] = {"security": [{}]}
"""For OpenAPI: authentication is optional."""


@final
class _StrictRequest(Request):
    async def json(self) -> Any:
        """The body: no `NaN`, no lone surrogates, no numbers of thousands of digits, no unlimited nesting."""
        if not hasattr(self, "_json"):
            try:
                self._json = from_json(await self.body(), allow_inf_nan=False)
            except ValueError as error:
                raise JSONDecodeError(str(error), "", 0) from None
        return self._json


class _StrictRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def read(request: Request) -> Response:
            return await handle(_StrictRequest(request.scope, request.receive))

        return read


def new_router(path: str, tag: str) -> APIRouter:
    """The routes of one part of the API."""
    return APIRouter(
        prefix=f"/api/v1{path}",
        tags=[tag],
        route_class=_StrictRoute,
        generate_unique_id_function=lambda route: route.name,
    )
