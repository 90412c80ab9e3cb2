"""How often the program has ended without being asked to."""

from dataclasses import asdict, dataclass

from firmware.store.store import Store


@dataclass(slots=True)
class Runs:
    """`crashes`: the program ended by itself while the machine went on. `cuts`: the power was cut.

    `boot`: the power-on in which it runs now; empty once it has ended as it should.
    """

    crashes: int = 0
    cuts: int = 0
    boot: str = ""

    def begin(self, store: Store, boot: str) -> None:
        """The program begins, in this power-on."""
        if self.boot and self.boot == boot:
            self.crashes += 1
        elif self.boot:
            self.cuts += 1
        self.boot = boot
        self.keep(store)

    def end(self, store: Store) -> None:
        """The program ends as it should."""
        self.boot = ""
        self.keep(store)

    def forget(self, store: Store) -> None:
        """Count from nothing again."""
        self.crashes = self.cuts = 0
        self.keep(store)

    def keep(self, store: Store) -> None:
        """Keep the counts."""
        store.save_runs(asdict(self))


def runs_from(value: object) -> Runs:
    """The counts that were kept as `value`; none if it makes no sense."""
    match value:
        case {"crashes": int() as crashes, "cuts": int() as cuts, "boot": str() as boot}:
            return Runs(crashes, cuts, boot)
        case _:
            return Runs()
