"""The top of a save: which game this is, who plays, and how it stood when the file was last written whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from core.engine import LocalTable, Outcome, Session
from saves import toml_text
from saves.fields import Fields

FORMAT = 1


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


@dataclass(frozen=True, slots=True)
class Header:
    game: str
    revision: int
    data_digest: str
    scenario: str
    options: Mapping[str, str]
    players: Mapping[str, str]
    """Who sits at each seat: a name, or a kind such as `human` or `greedy`."""
    seed: int | str | None
    """What chance comes from; None if it comes from several peers."""
    created: datetime = field(default_factory=now)
    title: str = ""

    # Kept up by the journal.
    updated: datetime = field(default_factory=now)
    headline: str = ""
    awaiting: tuple[str, ...] = ()
    entries: int = 0
    """How long the log was when the file was last written whole; what came since was appended."""
    chain: str = ""
    """The hash of that log."""
    outcome: Outcome | None = None
    audit: str = ""
    """Of a finished network game: what the players found when all secrets were published."""

    @classmethod
    def of(
        cls,
        session: Session,
        players: Mapping[str, str] | None = None,
        title: str = "",
        created: datetime | None = None,
    ) -> Header:
        """The header of a game that begins; whoever is not named is `human`."""
        game, setup = session.game, session.setup
        return cls(
            game.id,
            game.revision,
            game.data_digest,
            setup.scenario,
            dict(setup.options),
            {seat: (players or {}).get(seat, "human") for seat in setup.seats},
            session.table.seed if isinstance(session.table, LocalTable) else None,
            created or now(),
            title,
        )


def written(header: Header) -> Iterator[str]:
    """The header as lines of TOML."""
    seed = header.seed
    if isinstance(seed, int) and seed.bit_length() > 63:
        seed = str(seed)  # more than a TOML number can be; the same dice come from it as a text
    fields = {
        "format": FORMAT,
        "game": header.game,
        "title": _encodable(header.title),
        "revision": header.revision,
        "data": header.data_digest,
        "scenario": header.scenario,
        "seed": seed,
        "created": header.created,
        "updated": header.updated,
        "headline": _encodable(header.headline),
        "awaiting": header.awaiting,
        "entries": header.entries,
        "chain": header.chain,
        "audit": header.audit or None,
    }
    yield "# A game of Outremer. The log at the end is the game; the snapshot makes it load at once."
    yield from toml_text.pairs({name: thing for name, thing in fields.items() if thing is not None})
    yield from toml_text.table("players", {seat: _encodable(name) for seat, name in header.players.items()})
    yield from toml_text.table("options", header.options)
    if header.outcome is not None:
        outcome = header.outcome
        fields = {"winners": outcome.winners, "why": outcome.why, "scores": dict(outcome.scores)}
        yield from toml_text.table("outcome", fields)


def _encodable(text: str) -> str:
    """What people type may hold halves of characters that no file can."""
    return text.encode("utf-8", "replace").decode()


def parsed(fields: Fields) -> Header:
    """Takes the header's fields out of the head of a file."""
    form = fields.take("format", int)
    if form != FORMAT:
        why = f"this is a save of format {form}, and this program reads format {FORMAT}"
        raise fields.bad("format", f"{why}; a newer version of the program may read it")
    return Header(
        game=fields.take("game", str),
        title=fields.take("title", str),
        revision=fields.count("revision"),
        data_digest=fields.take("data", str),
        scenario=fields.take("scenario", str),
        seed=fields.seed("seed"),
        created=fields.moment("created"),
        updated=fields.moment("updated"),
        headline=fields.take("headline", str),
        awaiting=fields.texts("awaiting"),
        entries=fields.count("entries"),
        chain=fields.take("chain", str),
        players=fields.mapping("players", str),
        options=fields.mapping("options", str),
        audit=fields.take("audit", str) if fields.has("audit") else "",
        outcome=_outcome(fields.table("outcome")) if fields.has("outcome") else None,
    )


def _outcome(fields: Fields) -> Outcome:
    outcome = Outcome(fields.texts("winners"), fields.mapping("scores", int), fields.take("why", str))
    fields.done()
    return outcome
