"""The demo's invented data: people, guests, rake schedules, games."""

from typing import Final

from casino.roles import Role
from tables.games.services.games import GameForm

HOUSE_CODE: Final = "demo"
HOUSE_NAME: Final = "Spielbank am Kurpark"
PIN: Final = "246810"
#: User name, full name, role; these can sign in, with the password `demo-<name>`.  Four-eyes steps need
#: two people: a box is counted by both cashiers, terms and a re-opening are signed by the other manager.
PEOPLE: Final = (
    ("floor", "Katrin Vogt", Role.FLOOR),
    ("dealer", "Jonas Reinhardt", Role.DEALER),
    ("cage", "Mehmet Aydin", Role.CAGE),
    ("cage2", "Ingrid Paulsen", Role.CAGE),
    ("manager", "Helene Brandt", Role.MANAGER),
    ("manager2", "Konrad Ebert", Role.MANAGER),
    ("auditor", "Piotr Nowak", Role.AUDITOR),
    ("admin", "Sabine Krüger", Role.ADMIN),
)
#: Further dealers, who have no password.
DEALERS: Final = (
    ("dealer2", "Aylin Kaya"),
    ("dealer3", "Lukas Hofmann"),
    ("dealer4", "Marta Wójcik"),
    ("dealer5", "Tim Schäfer"),
    ("dealer6", "Nadia Petrova"),
    ("dealer7", "Emre Demir"),
    ("dealer8", "Julia Lorenz"),
)

#: Who opens a tablet by their tile.
WITH_A_PIN: Final = ("dealer", "dealer2", "dealer3", "dealer4")

#: Dealers of the table against the house.
CROUPIERS: Final = (
    ("dealer9", "Samira Haddad"),
    ("dealer10", "Felix Brenner"),
)

GUESTS: Final = (
    "Anna Becker", "Bernd Wolff", "Carla Rossi", "Daniel Fuchs", "Elena Popescu", "Frank Neumann", "Greta Olsen",
    "Hasan Yilmaz", "Ines Martins", "Jan Kowalski", "Karim Benali", "Lena Hartmann", "Marco Bianchi", "Nina Schulz",
    "Oliver Krämer", "Petra Vogel", "Quentin Dubois", "Ralf Seidel", "Sofia Lindqvist", "Thomas Engel", "Ulla Franke",
    "Viktor Horvat", "Wiebke Jansen", "Xenia Makri", "Yusuf Arslan", "Zoë Baumann", "Axel Winter", "Birgit Haas",
    "Claudio Ferrari", "Doris Keller", "Emil Sommer", "Fatma Öztürk", "Georg Stein", "Heike Lange", "Igor Sokolov",
    "Jutta Peters", "Klaus Berger", "Linh Tran", "Manfred Roth", "Nora Weiss", "Otto Graf", "Paula Costa",
    "Rainer Busch", "Silke Arnold", "Tobias Maurer",
)  # fmt: skip

GUESTS_OF_THE_BANK: Final = (
    "Dilek Aksoy", "Hubert Lindner", "Mirjam Vos", "Pavel Novotný", "Rosa Ehlers", "Sven Petersen", "Theresa Gruber",
    "Uwe Kaminski", "Valentina Greco",
)  # fmt: skip

CONTESTANTS: Final = (
    "Anja Berger", "Björn Sommer", "Carla Fuchs", "Dario Conti", "Elif Demir", "Frank Otto", "Greta Winter",
    "Hannes Kolb", "Ida Lorenz", "Jonas Haas", "Katja Simon", "Luca Marino", "Mona Schuster", "Nils Arnold",
    "Olga Petrova", "Paul Engel", "Ronja Beck",
)  # fmt: skip

# Usual schedules (domain §4.1): steps as in a German house, five per cent with a cap and nothing without a flop, and a
# fixed amount per started sum.
PERCENT_5: Final[dict[str, object]] = {
    "kind": "percent",
    "rate_bp": 500,
    "cap_cents": 1_500,
    "no_flop_no_drop": True,
    "chip_cents": 100,
}
PERCENT_OMAHA: Final[dict[str, object]] = {
    "kind": "percent",
    "rate_bp": 500,
    "caps": [{"players": 2, "cap_cents": 800}, {"players": 4, "cap_cents": 2_000}],
    "no_flop_no_drop": True,
    "chip_cents": 200,
}
SECOND_STEP_CENTS: Final = 20_000
FIRST_STEP_RAKE_CENTS: Final = 400
STEPS_2_4: Final[dict[str, object]] = {
    "kind": "steps",
    "steps": [
        {"from_cents": 5_000, "total_cents": FIRST_STEP_RAKE_CENTS},
        {"from_cents": SECOND_STEP_CENTS, "add_cents": 400},
    ],
}
STEPS_5_10: Final[dict[str, object]] = {"kind": "steps", "steps": [{"from_cents": 10_000, "total_cents": 1_000}]}
INCREMENT: Final[dict[str, object]] = {
    "kind": "increment",
    "amount_cents": 100,
    "per_cents": 2_000,
    "cap_cents": 400,
    "no_flop_no_drop": True,
    "chip_cents": 100,
}
SCHEDULES: Final = {
    "Prozent 5": PERCENT_5,
    "Prozent Omaha": PERCENT_OMAHA,
    "Stufen 2/4": STEPS_2_4,
    "Stufen 5/10": STEPS_5_10,
    "Staffel Limit": INCREMENT,
}
#: From the third evening on the small game's rake is capped lower: the schedule's second version.
PERCENT_5_CAPPED: Final[dict[str, object]] = PERCENT_5 | {"cap_cents": 1_200}


def games(schedule_ids: dict[str, int]) -> list[GameForm]:
    """The house's cash games; `schedule_ids` by the schedules' names."""

    def form(name: str, blinds: tuple[int, int], schedule: str, **terms: object) -> GameForm:
        values: dict[str, object] = {
            "variant": "texas",
            "betting": "no_limit",
            "min_buy_in_cents": 40 * blinds[1],
            "recording": "summary",
            "chip_cents": 100,
        }
        return GameForm(
            name=name,
            small_blind_cents=blinds[0],
            big_blind_cents=blinds[1],
            rake_schedule_id=schedule_ids[schedule],
            **(values | terms),  # type: ignore[arg-type]
        )

    omaha = {"variant": "omaha", "betting": "pot_limit", "recording": "every_action", "chip_cents": 200}
    return [
        form("NLHE 1/2", (100, 200), "Prozent 5", max_buy_in_cents=40_000),
        form("NLHE 2/4", (200, 400), "Stufen 2/4"),
        form("NLHE 5/10", (500, 1_000), "Stufen 5/10", chip_cents=500, recording="every_action"),
        form("PLO 2/4", (200, 400), "Prozent Omaha", **omaha),
        form("FL Texas 4/8", (200, 400), "Staffel Limit", betting="fixed_limit", min_buy_in_cents=8_000),
    ]


def _easy_holdem(name: str, recording: str, most_ante_cents: int) -> GameForm:
    return GameForm(
        name=name,
        variant="easy_holdem",
        rule_set="easy-holdem/1",
        min_buy_in_cents=5_000,
        min_box_cents=500,
        max_box_cents=most_ante_cents,
        max_paid_cents=5_000_000,
        recording=recording,
    )


#: Games against the house: recorded by the outcome of each round, and with every card.
BANKED_GAMES: Final = (
    _easy_holdem("Easy Hold'em 5–100", "summary", 10_000),
    _easy_holdem("Easy Hold'em 5–100 Karten", "every_action", 10_000),
)
