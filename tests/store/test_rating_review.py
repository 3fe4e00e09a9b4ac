"""Ratings for operators: what looks odd, and games that are annulled."""

from pathlib import Path

import pytest
from sqlalchemy import select, update

from old_databases import BEGIN, DAY, KINDS, SampleDatabase, new_address, opened
from zashiki.store.audit import Audit, Operator
from zashiki.store.rating_review import NotRated, RatingReview
from zashiki.store.schema import pairs, ratings, results
from zashiki.table.rating_rule import rate_game

BY = Operator(None, "somebody")


async def rated(sample: SampleDatabase, games: int) -> None:
    await sample.create(accounts=True)
    for number in range(games):
        await sample.table(f"t{number}", at=BEGIN + number * DAY, seed=number + 1, rated=True)


@pytest.mark.parametrize("kind", KINDS)
async def test_an_annulled_game_leaves_the_ratings_as_if_it_had_not_been_played(kind: str, tmp_path: Path) -> None:
    async with opened(new_address(kind, tmp_path, "a")) as with_it, opened(new_address(kind, tmp_path, "b")) as without:
        sample, other = SampleDatabase(with_it), SampleDatabase(without)
        await rated(sample, 3)
        await rated(other, 2)
        review = RatingReview(with_it)
        assert await review.annul(BY, BEGIN, "t2", "why not", rate_game) == 2
        everything, expected = await sample.everything(), await other.everything()
        assert everything["ratings"] == expected["ratings"]
        assert everything["pairs"] == expected["pairs"]
        assert [row for row in everything["results"] if row.table != "t2"] == expected["results"]
        assert [(row.rated, row.mu, row.weight) for row in everything["results"] if row.table == "t2"] == [
            (False, None, None)
        ] * 2
        (line,) = await Audit(with_it).page()
        assert (line.action, line.table, line.why) == ("annul", "t2", "why not")
        for table in ("t2", "nowhere"):
            with pytest.raises(NotRated):
                await review.annul(BY, BEGIN, table, "again", rate_game)


async def test_what_looks_odd_is_listed_with_the_facts(tmp_path: Path) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        await rated(SampleDatabase(database), 3)
        review = RatingReview(database)
        assert await review.odd_pairs() == []
        odd = {"shared_at": BEGIN, "surplus": 3.0, "spread": 0.5, "recent": 9.0, "left": 3, "hasty": 4}
        for count, (name, value) in enumerate(odd.items(), 1):
            async with database.writing() as connection:
                await connection.execute(update(pairs).values({name: value}))
            (found,) = await review.odd_pairs()
            assert len(found.signs) == min(count, 2) if name == "spread" else len(found.signs) >= 1
        assert found.names == ("Aki", "美咲 \U0001f338")
        assert found.signs == ("network", "one_sided", "met_often", "left", "hasty")
        assert found.pair.deviation == 3.0


async def test_what_a_game_did_to_the_ratings(tmp_path: Path) -> None:
    async with opened(new_address("sqlite", tmp_path)) as database:
        sample = SampleDatabase(database)
        await rated(sample, 1)
        await sample.table("casual", seed=9)
        review = RatingReview(database)
        found = await review.of_table("t0")
        async with database.reading() as connection:
            stored = {row.player: row.mu for row in await connection.execute(select(ratings))}
            players = {
                row.seat: row.player for row in await connection.execute(select(results).where(results.c.table == "t0"))
            }
        assert {one.seat: one.rating for one in found} == {seat: stored[player] for seat, player in players.items()}
        assert [one.weight for one in found] == [1.0, 1.0]
        assert await review.of_table("casual") == []
