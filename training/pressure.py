"""
python3 training/pressure.py TABLE: the log-odds that a change of air pressure adds to a fall, and what they bring.

`node --import tsx detector/pressure-table.ts` writes the table: for each message the networks' log-odds, the height lost in m,
and the evidence that the service adds.
"""

import json
import sys

import numpy as np

# Heights lost, in m, between which the curve is straight. It is flat beyond them.
HEIGHTS = np.array([-1.5, -1.0, -0.75, -0.5, -0.35, -0.2, 0.0, 0.2, 0.35, 0.5, 0.65, 0.8, 1.0, 1.2, 1.45, 1.75, 2.1])
# Draws a height with few recordings towards its neighbours.
SMOOTHNESS = 3.0
# What the service allows.
LEAST, MOST = -0.7, 1.5
POTENTIAL = 0.0


class Streams:
    """The streams of one kind of message."""

    def __init__(self, rows: list[dict]):
        self.fall = np.array([row["fall"] for row in rows])
        self.subject = np.array([row["subject"] for row in rows])
        longest = max(len(row["messages"]) for row in rows)
        filled = [row["messages"] + [[-np.inf, None, 0]] * (longest - len(row["messages"])) for row in rows]
        self.odds, self.lost, self.evidence = np.array(filled, float).transpose(2, 0, 1)

    def messages(self, of: np.ndarray):
        """Log-odds, basis of the height lost, label and weight of the messages that have one; each stream weighs 1."""
        known = np.isfinite(self.lost) & of[:, None]
        each = np.where(known, 1 / np.maximum(1, known.sum(1))[:, None], 0)[known]
        label = np.broadcast_to(self.fall[:, None], known.shape)[known]
        return self.odds[known], basis(self.lost[known]), label.astype(float), each


def basis(lost: np.ndarray) -> np.ndarray:
    """How much each of the heights counts: the two around it in proportion."""
    return np.stack([np.interp(lost, HEIGHTS, unit) for unit in np.eye(len(HEIGHTS))], axis=1)


def fit(parts, penalty: float = SMOOTHNESS) -> np.ndarray:
    """
    The curve that makes the falls likeliest, one for all kinds. The networks' own log-odds are rescaled for each kind first,
    without it: the curve is what the pressure adds to them.
    """
    offsets = [rescaled(odds, label, each) for odds, _, label, each in parts]
    x = np.concatenate([x for _, x, _, _ in parts])
    label = np.concatenate([label for *_, label, _ in parts])
    each = np.concatenate([each for *_, each in parts])
    bend = penalty * np.diff(np.eye(len(HEIGHTS)), 2, axis=0)
    return newton(x, np.concatenate(offsets), label, each, bend.T @ bend)


def rescaled(odds, label, each) -> np.ndarray:
    x = np.stack([np.ones_like(odds), odds], axis=1)
    return x @ newton(x, np.zeros_like(odds), label, each, np.zeros((2, 2)))


def newton(x, offset, label, each, penalty) -> np.ndarray:
    """Logistic regression."""
    curve = np.zeros(x.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-(x @ curve + offset)))
        slope = x.T @ (each * (label - chance)) - penalty @ curve
        steep = x.T @ ((each * chance * (1 - chance))[:, None] * x) + penalty + 1e-6 * np.eye(len(curve))
        step = np.linalg.solve(steep, slope)
        curve += step
        if np.abs(step).max() < 1e-6:
            break
    return curve


def figures(fall: np.ndarray, odds: np.ndarray) -> str:
    """By the surest message of each stream."""
    surest = np.where(np.isfinite(odds), odds, -20).max(1)
    order = np.argsort(np.argsort(surest))
    falls = fall.sum()
    area = (order[fall].sum() - falls * (falls - 1) / 2) / (falls * (~fall).sum())
    found, quiet = (surest[fall] > POTENTIAL).mean(), (surest[~fall] <= POTENTIAL).mean()
    return f"AUC {area:.3f}, found {found:.1%}, left alone {quiet:.1%}"


def main() -> None:
    rows = [json.loads(line) for line in open(sys.argv[1])]
    kinds = {kind: Streams([row for row in rows if row["kind"] == kind]) for kind in sorted({row["kind"] for row in rows})}
    people = sorted({row["subject"] for row in rows})
    curve_of = lambda left_out: fit([s.messages(s.subject != left_out) for s in kinds.values()])
    whole = curve_of("")
    without = {person: curve_of(person) for person in people}
    spread = np.stack(list(without.values()))
    print("height lost, m: log-odds, and their range with one person left out each")
    for place, height in enumerate(HEIGHTS):
        print(f"  {height:5.2f}: {whole[place]:5.2f}  {spread[:, place].min():5.2f} to {spread[:, place].max():5.2f}")
    for kind, streams in kinds.items():
        unknown = np.zeros_like(streams.odds)
        for person, curve in without.items():
            own = streams.subject == person
            fitted = np.clip(np.interp(streams.lost[own], HEIGHTS, curve), LEAST, MOST)
            unknown[own] = np.where(np.isfinite(streams.lost[own]), fitted, 0)
        print(f"{kind}, without pressure: {figures(streams.fall, streams.odds)}")
        print(f"{kind}, by the curve of the other people: {figures(streams.fall, streams.odds + unknown)}")
        print(f"{kind}, as the service weighs it: {figures(streams.fall, streams.odds + streams.evidence)}")


if __name__ == "__main__":
    main()
