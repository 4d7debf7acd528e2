"""Folds, how often each bag is learnt, what came of the judged streams, and where the levels begin."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from design import Design, StreamInfo

FOLDS = 6
# A fall counts as found when an alert comes within this time of its impact.
FOUND_WITHIN_S = 10.0
NO_IMPACT = -50.0
# Alarms closer together are one episode, as the service counts them.
EPISODE_S = 60.0
# The second sensor of one set clips at ±2 g: it is learnt from, but does not decide the levels.
POOR_SENSORS = ("smartfallmm-meta",)
# So is feedback: it holds only what a detector has alerted about, and every false alarm in it is one that happened.
FEEDBACK = "feedback"
# One device each; the two sensors of smartfallmm were worn together.
DEVICES = (("weda",), ("uma",), ("fallalld",), ("smartfallmm", "smartfallmm-meta"), ("hifd",))
# The kinds of activity that npm run evaluate counts, too.
ACTIVITIES = json.loads((Path(__file__).parents[1] / "detector" / "activities.json").read_text())
SPORT = frozenset(ACTIVITIES["sport"])
# Computed from motion capture: actors move harder than people at home, so it is learnt from, and no figure goes by it.
VIRTUAL = ("cmu",)
# POTENTIAL begins where this share of activities stays quiet, as a mean over the sets, and ordinary life alarms at most
# so often in an hour. With a gyro there are nine hours of it: in them the samples network takes two moments in a lift and
# one of lying down for falls, which is a third of an alarm an hour. A level that left out the lift would miss 8 % more of
# the falls of FallAllD.
QUIET = {"reading": 0.970, "samples": 0.980, "reading-nogyro": 0.970, "samples-nogyro": 0.974}
MOST_ALARMS_PER_HOUR = {"reading": 0.2, "samples": 0.4, "reading-nogyro": 0.2, "samples-nogyro": 0.2}
POTENTIAL = 0.5
CONFIDENCES = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.995)
# How much of what a network learns is of each sort; within a sort, sets count by the root of their size.
SHARES = {"fall": 0.35, "activity": 0.37, "before a fall": 0.06, "life": 0.14, "sport": 0.04, "virtual": 0.04}


def folds_of(streams: list[StreamInfo]) -> list[list[str]]:
    """The people of each set are spread over the folds, those who fell first."""
    folds: list[list[str]] = [[] for _ in range(FOLDS)]
    seen = set()
    for data in data_sets(streams):
        fell = sorted({s.subject for s in streams if s.data_set == data and s.fall})
        others = sorted({s.subject for s in streams if s.data_set == data} - set(fell))
        for place, subject in enumerate(fell + others[::-1]):
            if subject not in seen:
                folds[place % FOLDS].append(subject)
                seen.add(subject)
    return folds


def data_sets(streams) -> list[str]:
    return sorted({stream.data_set for stream in streams})


def chances_of(design: Design, bag_stream: np.ndarray, label: np.ndarray) -> np.ndarray:
    """How often each bag is learnt, so that no set drowns another."""
    groups = [(sort_of(design.streams[s], told), design.streams[s].data_set) for s, told in zip(bag_stream, label)]
    names = sorted(set(groups))
    index = {group: place for place, group in enumerate(names)}
    own = np.array([index[group] for group in groups])
    count = np.bincount(own, minlength=len(names)).astype(float)
    chance = np.zeros(len(names))
    for sort, share in SHARES.items():
        of_sort = [place for place, (named, _) in enumerate(names) if named == sort]
        root = np.sqrt(count[of_sort])
        chance[of_sort] = share * root / max(1e-9, root.sum())
    return (chance / np.maximum(1, count))[own]


def sort_of(stream: StreamInfo, told: float) -> str:
    if stream.data_set in VIRTUAL:
        return "virtual"
    if stream.life:
        return "sport" if stream.activity in SPORT else "life"
    if told > 0:
        return "fall"
    return "before a fall" if stream.fall else "activity"


@dataclass
class Outcomes:
    """The rows of judged streams with the logit of a model that does not know the person, and the best of each stream."""

    streams: list[StreamInfo]
    best: np.ndarray
    owner: np.ndarray
    logit: np.ndarray
    since: np.ndarray

    def where(self, condition) -> "Outcomes":
        keep = np.array([condition(stream) for stream in self.streams], bool)
        place = np.cumsum(keep) - 1
        rows = keep[self.owner]
        kept = [stream for stream, k in zip(self.streams, keep) if k]
        return Outcomes(kept, self.best[keep], place[self.owner[rows]], self.logit[rows], self.since[rows])


def outcomes_of(design: Design, kind: str, logit: np.ndarray) -> Outcomes:
    table = design.tables[kind]
    judged = np.array([bool(stream.judged) for stream in design.streams])
    has_rows = np.zeros(len(judged), bool)
    has_rows[table.stream] = True
    gyro = {s.data_set for s, has in zip(design.streams, has_rows) if has}
    # A set without a gyro has no rows for a network that needs one.
    judged &= np.array([stream.data_set in gyro for stream in design.streams])
    place = np.cumsum(judged) - 1
    fall = np.array([stream.fall for stream in design.streams])[table.stream]
    counts = judged[table.stream] & (~fall | ((table.since >= 0) & (table.since <= FOUND_WITHIN_S)))
    owner, logit, since = place[table.stream[counts]], logit[counts], table.since[counts]
    best = np.full(int(judged.sum()), NO_IMPACT)
    np.maximum.at(best, owner, logit)
    streams = [stream for stream, is_judged in zip(design.streams, judged) if is_judged]
    return Outcomes(streams, best, owner, logit, since)


def decides(stream: StreamInfo) -> bool:
    """Whether levels and calibration go by this set."""
    return stream.data_set not in POOR_SENSORS + VIRTUAL and not stream.data_set.startswith(FEEDBACK)


def is_plain(stream: StreamInfo) -> bool:
    return stream.judged == "plain" and not stream.life


def is_ordinary_life(stream: StreamInfo) -> bool:
    return stream.judged == "plain" and stream.life and stream.data_set not in VIRTUAL and stream.activity not in SPORT


def alarms_per_hour(life: Outcomes, above: float) -> float:
    alarms = 0
    last: dict[int, float] = {}
    for row in np.nonzero(life.logit > above)[0]:
        owner, at = int(life.owner[row]), float(life.since[row])
        if owner not in last or at - last[owner] >= EPISODE_S:
            alarms += 1
        last[owner] = at
    hours = sum(stream.seconds for stream in life.streams) / 3600
    return alarms / max(1e-9, hours)


def quiet_at(outcomes: Outcomes, above: float) -> float:
    """Share of activities that stay below, as a mean over the sets."""
    activities = outcomes.where(lambda s: not s.fall and decides(s))
    sets = np.array([stream.data_set for stream in activities.streams])
    return float(np.mean([np.mean(activities.best[sets == data] <= above) for data in set(sets)]))


def calibration_of(outcomes: Outcomes, kind: str) -> dict:
    """
    Platt's method: the log-odds of a fall are a line over the logit. Its slope is fitted to the people left out, every
    set alike, falls and activities alike. POTENTIAL (0.5) begins where activities and ordinary life are quiet enough; the
    share of falls among impacts for which that is right is the prior.
    """
    plain, life = outcomes.where(is_plain), outcomes.where(is_ordinary_life)
    logits = np.sort(np.unique(np.round(plain.best[plain.best > NO_IMPACT], 2)))
    enough = lambda z: quiet_at(plain, z) >= QUIET[kind] and alarms_per_hour(life, z) <= MOST_ALARMS_PER_HOUR[kind]
    low, high = 0, len(logits) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(logits[middle]) else (middle + 1, high)
    potential = float(logits[low])
    slope, offset = platt(plain)
    prior = 1 / (1 + np.exp(slope * potential + offset))
    knots = [[round(potential + np.log(c / (1 - c)) / slope, 4), c] for c in CONFIDENCES]
    return {"knots": knots, "prior": round(float(prior), 4)}


def platt(outcomes: Outcomes) -> tuple[float, float]:
    judged = outcomes.where(decides)
    seen = judged.best > NO_IMPACT
    z = judged.best[seen]
    fall = np.array([stream.fall for stream in judged.streams])[seen]
    sets = np.array([stream.data_set for stream in judged.streams])[seen]
    weight = np.zeros(len(z))
    for data in set(sets):
        for label in (True, False):
            own = (sets == data) & (fall == label)
            if own.any():
                weight[own] = 1 / own.sum()
    slope, offset = 1.0, 0.0
    for _ in range(50):
        p = 1 / (1 + np.exp(-(slope * z + offset)))
        error, curve = weight * (fall - p), weight * p * (1 - p)
        gradient = np.array([(error * z).sum(), error.sum()])
        hessian = np.array([[(curve * z * z).sum(), (curve * z).sum()], [(curve * z).sum(), curve.sum()]])
        step = np.linalg.solve(hessian + 1e-9 * np.eye(2), gradient)
        slope, offset = slope + step[0], offset + step[1]
    return float(slope), float(offset)


def confidence(knots, logit):
    z, c = np.array(knots).T
    return np.interp(logit, z, c)


def logit_at(knots, wanted: float) -> float:
    z, c = np.array(knots).T
    return float(np.interp(wanted, c, z))


def figures_of(outcomes: Outcomes, above: np.ndarray) -> dict:
    """Per set: falls found and activities left alone. `above`: the logit that each stream must pass."""
    sets = np.array([stream.data_set for stream in outcomes.streams])
    fall = np.array([stream.fall for stream in outcomes.streams])
    alerted = outcomes.best > above
    share = lambda some: percent(np.mean(some)) if len(some) else None
    return {
        data: {"found": share(alerted[(sets == data) & fall]), "quiet": share(~alerted[(sets == data) & ~fall])}
        for data in sorted(set(sets))
    }


def found_at(outcomes: Outcomes, quiet: float) -> float | None:
    """Falls found where this share of the set's own activities stays quiet."""
    fall = np.array([stream.fall for stream in outcomes.streams])
    activities = np.sort(outcomes.best[~fall])
    if not fall.any() or not len(activities):
        return None
    return percent(np.mean(outcomes.best[fall] > activities[min(len(activities) - 1, int(quiet * len(activities)))]))


def percent(share) -> float | None:
    """None for what a small set cannot tell: JSON has no other word for it."""
    return round(float(100 * share), 1) if np.isfinite(share) else None
