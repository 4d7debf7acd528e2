"""The inputs of the networks: the same numbers as src/readings/scoring/reading-input.ts and sample-input.ts."""

import numpy as np

from recordings import GRAVITY, magnitude, rotation

# Below this nothing is an impact, and no network is asked.
IMPACT = 18.0
# Seconds among which an impact is looked for, and seconds of the whole window.
RECENT = 6
WINDOW_SECONDS = 15
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


def slots_of(at: np.ndarray) -> np.ndarray:
    """The second that each message belongs to: a lost one leaves a gap."""
    return np.concatenate([[0], np.cumsum(np.maximum(1, np.floor(np.diff(at) + 0.5)))]).astype(int)


def spread(values, slots, n) -> np.ndarray:
    out = np.zeros(n)
    out[slots] = values
    return out


class ReadingWindow:
    """Readings of a stream by second, with what every feature needs of them computed once. 0 where there is none."""

    def __init__(self, readings: np.ndarray, slots: np.ndarray, gyro: bool):
        readings = readings.astype(np.float64)
        n = slots[-1] + 1
        self.present = np.zeros(n, bool)
        self.present[slots] = True
        self.acceleration = np.zeros((n, 3))
        self.acceleration[slots] = readings[:, :3]
        size = magnitude(readings)
        place = lambda values: spread(values, slots, n)
        self.size = place(size)
        self.peak = np.minimum(self.size, HARDEST)
        self.deviation = np.minimum(np.abs(self.size - GRAVITY), MOST_DEVIATION)
        self.gyro = gyro
        spin = rotation(readings) if gyro else turned(readings[:, :3])
        self.turning = place(np.log1p(spin / 20))
        self.rest = np.zeros((n, 3))
        self.rest[slots] = readings[:, :3] * rest_weight(size)[:, None]

    def impact(self, newest: int) -> int | None:
        """The hardest of the recent readings, the latest of equals; None where there is no impact."""
        oldest = max(0, newest - RECENT + 1)
        recent = self.size[oldest : newest + 1]
        impact = newest - int(np.argmax(recent[::-1]))
        return impact if self.size[impact] >= IMPACT else None

    def resting(self, first: int, last: int) -> np.ndarray:
        return self.rest[max(0, first) : max(0, last)].sum(0)

    def there(self, first: int, last: int) -> np.ndarray:
        first = max(0, first)
        return first + np.nonzero(self.present[first : max(first, last)])[0]

    def features(self, newest: int, impact: int) -> list[float]:
        if self.gyro:
            return self.seen(newest, impact)
        # The service's window ends here: what came before its first reading is not known.
        first = self.there(newest - WINDOW_SECONDS + 1, newest + 1)[0]
        turning, self.turning[first] = self.turning[first], 0
        seen = self.seen(newest, impact)
        self.turning[first] = turning
        return seen

    def seen(self, newest: int, impact: int) -> list[float]:
        peak, deviation, turning, acceleration = self.peak, self.deviation, self.turning, self.acceleration
        i, k = newest, impact
        age = i - k
        start = max(0, k - 8)
        before, after = self.there(start, k), self.there(k + 1, i + 1)
        had_before, had_after = len(before) > 0, len(after) > 0
        rest_before = self.resting(start, k)
        rest_shortly = self.resting(k - 3, k)
        rest_after = self.resting(k + 1, i + 1)
        rest_now = self.resting(i - 1, i + 1) if age > 1 else rest_after
        ten = self.there(i - 9, i + 1)
        last_ten = peak[ten]
        others = np.sort(peak[ten[ten != k]])[::-1]
        previous = before[-1] if had_before else k
        n_shortly = len(self.there(k - 3, k))

        values = [
            age,
            peak[k], turning[k],
            peak[previous], turning[previous],
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
            np.linalg.norm(rest_before) / max(1, len(before)),
            np.linalg.norm(rest_shortly) / max(1, n_shortly),
            np.linalg.norm(rest_after) / max(1, len(after)),
            angle(acceleration[k], rest_before), angle(acceleration[k], rest_after),
            (last_ten >= BLOW).sum() - 1,
            (peak[max(0, k - 4) : k] >= BLOW).sum(),
            (peak[after] >= BLOW).sum(),
            (peak[max(0, i - 13) : i + 1] >= 15).sum(),
            others[0] if len(others) > 0 else 0,
            others[1] if len(others) > 1 else 0,
        ]  # fmt: skip
        for q in (k - 1, k - 2, k - 3, k - 4):
            values += [deviation[q], turning[q], angle(acceleration[q], rest_after)] if q >= 0 and self.present[q] else [0, 0, 0]
        for q in range(k + 1, k + 6):
            values += [deviation[q], turning[q], angle(acceleration[q], rest_shortly)] if q <= i and self.present[q] else [-1, -1, -1]
        values.append(self.unrest(k + 1, i + 1))
        values.append(self.unrest(max(0, k - 5), k))
        return values

    def unrest(self, first: int, last: int) -> float:
        """How far the direction turns from reading to reading."""
        own = self.there(first, last)
        if len(own) < 2:
            return -1
        return float(np.mean([angle(self.acceleration[q], self.acceleration[p]) for p, q in zip(own, own[1:])]))


def turned(acceleration: np.ndarray) -> np.ndarray:
    """Degrees between each direction and the one before: what a wearable without a gyro shows of its turning."""
    # In single precision an angle near 0 would err by 0.02°.
    acceleration = acceleration.astype(np.float64)
    unit = acceleration / np.maximum(1e-6, np.linalg.norm(acceleration, axis=1))[:, None]
    cosine = (unit[1:] * unit[:-1]).sum(1).clip(-1, 1)
    return np.concatenate([[0], np.degrees(np.arccos(cosine))])


def reading_inputs(stream, gyro=True) -> tuple[np.ndarray, np.ndarray]:
    """Places of the messages with an impact in view, and what the network sees of each."""
    slots = slots_of(stream.at)
    window = ReadingWindow(adaptive_readings(stream), slots, gyro)
    places, rows = [], []
    for place in range(SHORTEST_HISTORY - 1, len(slots)):
        newest = int(slots[place])
        impact = window.impact(newest)
        if impact is None:
            continue
        places.append(place)
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


def all_bins(stream) -> np.ndarray:
    interval = 1000 / stream.trial.rate
    return np.stack([message_bins(stream.signal[a:b], interval) for a, b in zip(stream.first, stream.last)])


def without_gyro(bins: np.ndarray) -> np.ndarray:
    """The turning of the mean vector from part to part, in degrees a second, for both values of the gyro; 0 for the first part."""
    flat = bins.reshape(-1, BIN_VALUES).copy()
    spin = turned(flat[:, 3:6]) * BINS
    flat[:, 6] = spin
    flat[:, 7] = spin
    return flat.reshape(bins.shape)


def sample_inputs(stream, bins, gyro=True) -> tuple[np.ndarray, np.ndarray]:
    """Places of the messages with an impact in view, and the bins of the six seconds up to each."""
    slots = slots_of(stream.at)
    peaks = bins[:, :, 0].max(1)
    places, windows = [], []
    for newest in range(SHORTEST_HISTORY - 1, len(bins)):
        oldest = newest
        while oldest > 0 and slots[newest] - slots[oldest - 1] < RECENT:
            oldest -= 1
        if peaks[oldest : newest + 1].max() < IMPACT:
            continue
        places.append(newest)
        messages = bins[oldest : newest + 1]
        windows.append(window_of(messages if gyro else without_gyro(messages), slots[oldest : newest + 1]))
    return np.array(places, int), np.array(windows, np.float32).reshape(-1, WINDOW_BINS, BIN_VALUES)


def window_of(messages: np.ndarray, slots: np.ndarray) -> np.ndarray:
    """By second. What is missing is stillness in the direction of the part before it, or after it where none is known."""
    window = np.empty((RECENT, BINS, BIN_VALUES), np.float32)
    own = RECENT - 1 - (slots[-1] - slots)
    window[own] = messages
    missing = np.ones(RECENT, bool)
    missing[own] = False
    known = None
    for second in range(RECENT):
        if not missing[second]:
            known = window[second, -1]
            continue
        window[second] = stillness(messages[0, 0] if known is None else known)
    return window.reshape(WINDOW_BINS, BIN_VALUES)


def stillness(part: np.ndarray) -> np.ndarray:
    rest = part[9:12] / max(1e-6, np.linalg.norm(part[9:12]))
    return np.array([GRAVITY, GRAVITY, 0, *(rest * GRAVITY), 0, 0, 0, *(rest * 0.5)], np.float32)
