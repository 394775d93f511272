"""C. Bulgar Attack: who sends them, whom they reach, who pays, who scores. R43 to R52"""

from __future__ import annotations

from tests.byzantium.positions import offered, play, position, start


def test_R44_growth_is_paid_from_either_treasury_also_with_cubes_in_the_pool():
    session = start(position())
    play(session, "red: bulgars")
    assert [notation for notation in offered(session) if "grow" in notation] == ["grow byzantine", "grow arab"]
    play(session, "red: grow arab", "red: from casualties")
    assert session.state.players["red"].arab.treasury == 2
    assert session.state.players["red"].pool == 9
