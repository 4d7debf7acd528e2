"""What the networks see of a window: the same numbers as src/readings/scoring/reading-input.ts and sample-input.ts."""

import numpy as np

from recordings import GRAVITY, magnitude, rotation

# Below this nothing is an impact, and no network is asked.
IMPACT = 18.0
# Readings, or messages with samples, among which an impact is looked for.
RECENT = 6
SHORTEST_HISTORY = 5
HOLD_ABOVE = 20.0
BLOW = 20.0
HARDEST = 65.0
MOST_DEVIATION = 20.0

READING_INPUTS = 59
BINS = 5
BIN_VALUES = 12
WINDOW_BINS = RECENT * BINS
CHANNELS = 9


def rest_weight(size):
    """Near 1 for a sample that shows gravity alone, near 0 for a blow or free fall; of the unit vector."""
    return 1 / (1 + ((size - GRAVITY) / 3) ** 4) / np.maximum(size, 1e-3)


def angle(a: np.ndarray, b: np.ndarray) -> float:
    lengths = np.linalg.norm(a) * np.linalg.norm(b)
    return float(np.arccos(np.clip(a @ b / lengths, -1, 1))) if lengths > 1e-9 else 0.0


def adaptive_readings(stream) -> np.ndarray:
    """One sample a second: the hardest if it was a blow, else the last."""
    size = magnitude(stream.signal)
    hardest = [a + int(np.argmax(size[a:b])) for a, b in zip(stream.first, stream.last)]
    return stream.signal[[k if size[k] >= HOLD_ABOVE else b - 1 for k, b in zip(hardest, stream.last)]]


class ReadingWindow:
    """Readings of a stream, with what every feature needs of them computed once."""

    def __init__(self, readings: np.ndarray):
        self.readings = readings.astype(np.float64)
        self.acceleration = self.readings[:, :3]
        self.size = magnitude(self.readings)
        self.peak = np.minimum(self.size, HARDEST)
        self.deviation = np.minimum(np.abs(self.size - GRAVITY), MOST_DEVIATION)
        self.turning = np.log1p(rotation(self.readings) / 20)
        self.rest = self.acceleration * rest_weight(self.size)[:, None]

    def impact(self, newest: int) -> int | None:
        """The hardest of the recent readings, the latest of equals; None where there is no impact."""
        oldest = max(0, newest - RECENT + 1)
        recent = self.size[oldest : newest + 1]
        impact = newest - int(np.argmax(recent[::-1]))
        return impact if self.size[impact] >= IMPACT else None

    def resting(self, first: int, last: int) -> np.ndarray:
        return self.rest[max(0, first) : max(0, last)].sum(0)

    def features(self, newest: int, impact: int) -> list[float]:
        peak, deviation, turning, acceleration = self.peak, self.deviation, self.turning, self.acceleration
        i, k = newest, impact
        age = i - k
        start = max(0, k - 8)
        before, after = slice(start, k), slice(k + 1, i + 1)
        had_before, had_after = k > start, age > 0
        rest_before = self.resting(start, k)
        rest_shortly = self.resting(k - 3, k)
        rest_after = self.resting(k + 1, i + 1)
        rest_now = self.resting(i - 1, i + 1) if age > 1 else rest_after
        last_ten = peak[max(0, i - 9) : i + 1]
        others = np.sort(np.delete(last_ten, k - max(0, i - 9)))[::-1]

        values = [
            age,
            peak[k], turning[k],
            peak[k - 1] if k > 0 else peak[k], turning[k - 1] if k > 0 else turning[k],
            peak[before].max() if had_before else GRAVITY,
            deviation[before].mean() if had_before else 0,
            turning[before].mean() if had_before else 0,
            deviation[before].min() if had_before else 0,
            peak[after].max() if had_after else 0,
            deviation[after].mean() if had_after else 0,
            deviation[i] if had_after else 0,
            turning[after].min() if had_after else 0,
            turning[after].mean() if had_after else 0,
            turning[i] if had_after else 0,
            angle(rest_before, rest_after), angle(rest_shortly, rest_after), angle(rest_shortly, rest_now),
            angle(rest_before, rest_shortly),
            np.linalg.norm(rest_before) / max(1, k - start),
            np.linalg.norm(rest_shortly) / max(1, min(3, k)),
            np.linalg.norm(rest_after) / max(1, age),
            angle(acceleration[k], rest_before), angle(acceleration[k], rest_after),
            (last_ten >= BLOW).sum() - 1,
            (peak[max(0, k - 4) : k] >= BLOW).sum(),
            (peak[after] >= BLOW).sum(),
            (peak[max(0, i - 13) : i + 1] >= 15).sum(),
            others[0] if len(others) > 0 else 0,
            others[1] if len(others) > 1 else 0,
        ]  # fmt: skip
        for q in (k - 1, k - 2, k - 3, k - 4):
            values += [deviation[q], turning[q], angle(acceleration[q], rest_after)] if q >= 0 else [0, 0, 0]
        for q in range(k + 1, k + 6):
            values += [deviation[q], turning[q], angle(acceleration[q], rest_shortly)] if q <= i else [-1, -1, -1]
        values.append(self.unrest(k + 2, i + 1))
        values.append(self.unrest(max(1, k - 4), k))
        return values

    def unrest(self, first: int, last: int) -> float:
        """How far the direction turns from reading to reading."""
        if last <= first:
            return -1
        return float(np.mean([angle(self.acceleration[q], self.acceleration[q - 1]) for q in range(first, last)]))


def reading_inputs(stream) -> tuple[np.ndarray, np.ndarray]:
    """Places of the messages with an impact in view, and what the network sees of each."""
    window = ReadingWindow(adaptive_readings(stream))
    places, rows = [], []
    for newest in range(SHORTEST_HISTORY - 1, len(window.readings)):
        impact = window.impact(newest)
        if impact is None:
            continue
        places.append(newest)
        rows.append(window.features(newest, impact))
    return np.array(places, int), np.array(rows, np.float32).reshape(-1, READING_INPUTS)


def message_bins(samples: np.ndarray, interval_ms: float) -> np.ndarray:
    """Five parts of a message: hardest and least |a|, mean deviation, mean vector, turning, jerk, resting vector."""
    samples = samples.astype(np.float64)
    size, turning = magnitude(samples), rotation(samples)
    rest = samples[:, :3] * rest_weight(size)[:, None]
    # Per 25 ms; the first sample of a message has none before it.
    jerk = np.linalg.norm(np.diff(samples[:, :3], axis=0), axis=1) * (25 / interval_ms)
    bins = np.empty((BINS, BIN_VALUES))
    for part in range(BINS):
        first = part * len(samples) // BINS
        last = max(first + 1, (part + 1) * len(samples) // BINS)
        own = slice(first, last)
        steps = jerk[max(0, first - 1) : last - 1]
        bins[part] = [
            size[own].max(), size[own].min(), np.abs(size[own] - GRAVITY).mean(), *samples[own, :3].mean(0),
            turning[own].mean(), turning[own].max(), steps.mean() if len(steps) else 0, *rest[own].mean(0),
        ]  # fmt: skip
    return bins.astype(np.float32)


def sample_inputs(stream) -> tuple[np.ndarray, np.ndarray]:
    """Places of the messages with an impact in view, and the bins of the six messages up to each."""
    interval = 1000 / stream.trial.rate
    bins = [message_bins(stream.signal[a:b], interval) for a, b in zip(stream.first, stream.last)]
    peaks = np.array([message[:, 0].max() for message in bins])
    places, windows = [], []
    for newest in range(SHORTEST_HISTORY - 1, len(bins)):
        oldest = max(0, newest - RECENT + 1)
        if peaks[oldest : newest + 1].max() < IMPACT:
            continue
        places.append(newest)
        windows.append(window_of(bins[oldest : newest + 1]))
    return np.array(places, int), np.array(windows, np.float32).reshape(-1, WINDOW_BINS, BIN_VALUES)


def window_of(messages: list[np.ndarray]) -> np.ndarray:
    """A shorter history begins with its first bin repeated."""
    known = np.concatenate(messages)
    return np.concatenate([np.repeat(known[:1], WINDOW_BINS - len(known), axis=0), known])
