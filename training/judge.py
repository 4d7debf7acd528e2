"""Who is left out, what came of their streams, and where the levels begin."""

from dataclasses import dataclass

import numpy as np

from design import Design, StreamInfo

# A fall counts as found when an alert comes within this time of its impact.
FOUND_WITHIN_S = 10.0
NO_IMPACT = -50.0
# Of the activities of people left out, how many may reach a level; the data set in which more do so decides.
LEVELS = {"SUSPICIOUS": 0.3, "POTENTIAL": 0.5, "HIGH": 0.7, "CONFIRMED": 0.9}
SHARES = {
    "reading": {"SUSPICIOUS": 0.15, "POTENTIAL": 0.032, "HIGH": 0.016, "CONFIRMED": 0.004},
    "samples": {"SUSPICIOUS": 0.12, "POTENTIAL": 0.026, "HIGH": 0.012, "CONFIRMED": 0.003},
}
# Logits by which the confidence approaches 0 and 1 outside of the levels.
TAIL = 6.0


def folds_of(streams: list[StreamInfo]) -> list[list[str]]:
    """One faller of each data set a fold, as far as they go; the others are spread."""
    fallers = {data: sorted({s.subject for s in streams if s.data_set == data and s.fall}) for data in data_sets(streams)}
    folds: list[list[str]] = [[] for _ in range(max(map(len, fallers.values())))]
    for data, fell in fallers.items():
        others = sorted({s.subject for s in streams if s.data_set == data} - set(fell))
        for place, subject in enumerate(fell + others[::-1]):
            folds[place % len(folds)].append(subject)
    return folds


def data_sets(streams) -> list[str]:
    return sorted({stream.data_set for stream in streams})


@dataclass
class Outcomes:
    """Of judged streams: the highest logit that counts, and rows for the delay of an alert."""

    streams: list[StreamInfo]
    best: np.ndarray
    owner: np.ndarray
    logit: np.ndarray
    since: np.ndarray

    def of(self, keep: np.ndarray) -> "Outcomes":
        place = np.cumsum(keep) - 1
        rows = keep[self.owner]
        kept = [stream for stream, k in zip(self.streams, keep) if k]
        return Outcomes(kept, self.best[keep], place[self.owner[rows]], self.logit[rows], self.since[rows])

    def where(self, condition) -> "Outcomes":
        return self.of(np.array([condition(stream) for stream in self.streams]))


def outcomes_of(design: Design, kind: str, logit: np.ndarray) -> Outcomes:
    table = design.tables[kind]
    judged = np.array([stream.judged for stream in design.streams])
    place = np.cumsum(judged) - 1
    streams = [stream for stream in design.streams if stream.judged]
    fall = np.array([stream.fall for stream in design.streams])[table.stream]
    counts = judged[table.stream] & (~fall | ((table.since >= 0) & (table.since <= FOUND_WITHIN_S)))
    owner, logit, since = place[table.stream[counts]], logit[counts], table.since[counts]
    best = np.full(len(streams), NO_IMPACT)
    np.maximum.at(best, owner, logit)
    return Outcomes(streams, best, owner, logit, since)


def threshold(outcomes: Outcomes, share: float) -> float:
    """Where at most this share of the activities of either data set alerts."""
    found = []
    for data in data_sets(outcomes.streams):
        quiet = np.sort([b for b, s in zip(outcomes.best, outcomes.streams) if s.data_set == data and not s.fall])
        found.append(quiet[min(len(quiet) - 1, int(np.floor((1 - share) * len(quiet))))])
    return float(max(found))


def knots_of(outcomes: Outcomes, kind: str) -> list[list[float]]:
    """Logit and confidence, both rising: a line from knot to knot (src/readings/scoring/calibration.ts)."""
    knots = [[threshold(outcomes, SHARES[kind][level]), LEVELS[level]] for level in LEVELS]
    for i in range(1, len(knots)):
        knots[i][0] = max(knots[i][0], knots[i - 1][0] + 0.05)
    first, last = knots[0][0] - TAIL, knots[-1][0] + TAIL
    return [[round(z, 4), c] for z, c in [[first, 0.02], *knots, [last, 0.99]]]


def confidence(knots, logit):
    z, c = np.array(knots).T
    return np.interp(logit, z, c)


def figures_of(outcomes: Outcomes, above: np.ndarray) -> dict:
    """`above`: the logit that each stream must pass."""
    fall = np.array([stream.fall for stream in outcomes.streams])
    alerted = outcomes.best > above
    hours = sum(stream.recorded_s for stream in outcomes.streams if not stream.fall) / 3600
    first = np.full(len(fall), np.inf)
    passed = fall[outcomes.owner] & (outcomes.logit > above[outcomes.owner])
    np.minimum.at(first, outcomes.owner[passed], outcomes.since[passed])
    people = by(outcomes, alerted, lambda stream: stream.subject)
    share = lambda some: [value for value in some if value is not None]
    return {
        "sensitivity": percent(alerted[fall].mean()),
        "sensitivityError": error_of(share(person["found"] for person in people.values())),
        "specificity": percent(1 - alerted[~fall].mean()),
        "specificityError": error_of(share(person["quiet"] for person in people.values())),
        "falseAlarmsPerHour": known(alerted[~fall].sum() / hours, 2) if hours else None,
        "medianDelayS": known(np.median(first[fall & alerted]), 2) if (fall & alerted).any() else None,
        "people": people,
        "activities": by(outcomes, alerted, lambda stream: stream.activity),
    }


def by(outcomes: Outcomes, alerted: np.ndarray, key) -> dict:
    groups: dict[str, tuple[list, list]] = {}
    for stream, alert in zip(outcomes.streams, alerted):
        falls, activities = groups.setdefault(key(stream), ([], []))
        (falls if stream.fall else activities).append(alert)
    mean = lambda values: percent(np.mean(values)) if values else None
    return {
        name: {"found": mean(falls), "quiet": None if not activities else percent(1 - np.mean(activities))}
        for name, (falls, activities) in sorted(groups.items())
    }


def known(value, digits: int) -> float | None:
    """Nothing, of what a small data set cannot tell: JSON has no other word for it."""
    return round(float(value), digits) if np.isfinite(value) else None


def percent(share) -> float | None:
    return known(100 * share, 1)


def error_of(values: list[float]) -> float | None:
    """Standard error of a mean over people: streams of one person are not independent."""
    return known(np.std(values, ddof=1) / np.sqrt(len(values)), 1) if len(values) > 1 else None


def sensitivity_at(outcomes: Outcomes, specificities=(0.96, 0.97, 0.98, 0.99)) -> dict[str, float | None]:
    fall = np.array([stream.fall for stream in outcomes.streams])
    return {
        f"{100 * s:.0f}": percent((outcomes.best[fall] > threshold(outcomes, 1 - s)).mean()) for s in specificities
    }
