"""What a wearable would have sent: trials with a life around them, cut into one message a second."""

import zlib
from dataclasses import dataclass, replace

import numpy as np

from recordings import GRAVITY, Trial, impact_index, magnitude, rotation

PREFIX_S = 8.0
# A recording that ends earlier after its impact goes on with stillness or a calm activity.
LEAST_AFTER_S = 6.0
FADE_S = 0.3
WALKING = ("D01", "Walking", "walking slowly", "walking quickly", "walking")
SITTING = ("D04", "Sitting_GettingUpOnAChair", "sitting down", "sitting and standing", "sitting down and up")
JOGGING = ("D02", "Jogging", "jogging slowly", "jogging quickly")
CALM = (
    "D01", "D03", "D04", "D06", "D11",
    "Walking", "GoDownstairs", "GoUpstairs", "Bending", "Sitting_GettingUpOnAChair", "OpeningDoor", "MakingACall",
    "bending down", "downstairs", "upstairs", "sitting down", "standing up", "walking slowly", "walking quickly",
    "start walking", "stop walking", "sitting in a bus", "standing in a bus",
    "drinking", "picking up", "standing", "sweeping", "walking", "washing hands", "timed up and go", "stepping up",
    "brushing teeth", "eating", "dressing", "stairs", "tying a shoe", "washing", "writing",
)  # fmt: skip
# A stream with fewer messages has no before and after to compare (src/readings/scoring: the shortest history).
FEWEST_MESSAGES = 5


@dataclass
class Stream:
    trial: Trial
    context: str
    phase: float
    signal: np.ndarray
    # Seconds from the start of the stream; NaN for an activity.
    impact: float
    # When each message was sent, and its samples: signal[first:last].
    at: np.ndarray
    first: np.ndarray
    last: np.ndarray


@dataclass(frozen=True)
class Recipe:
    """One way to make streams of every trial. `judged` ones are what figures are counted on."""

    name: str
    seed: int
    copies: int
    contexts: tuple[str, ...] = ("walking", "resting")
    phase: float = 0.0
    still_after: float = 0.0
    jitter: float = 0.0
    lost: float = 0.0
    perturbed: bool = False
    random_phase: bool = False
    # The name under which figures count these streams; empty: for training alone.
    judged: str = ""
    # Copies of a recording of ordinary life.
    lives: int = 0


RECIPES = (
    Recipe("plain", seed=1, copies=5, lives=3, judged="plain"),
    Recipe("lossy", seed=17, copies=1, judged="lossy", jitter=0.15, lost=0.05, random_phase=True),
    Recipe("plain, between", seed=2, copies=3, lives=1, phase=0.1),
    Recipe("seated", seed=3, copies=2, contexts=("sitting",), phase=0.05),
    Recipe("stays down", seed=5, copies=1, phase=0.3, still_after=1.0, random_phase=True),
    Recipe("jitter, lost", seed=7, copies=2, phase=0.15, jitter=0.15, lost=0.08),
    Recipe("own day", seed=11, copies=6, contexts=("mix",), random_phase=True, lost=0.05),
    Recipe("cropped", seed=12, copies=4, contexts=("cropped",), random_phase=True),
    Recipe(
        "other people", seed=31, copies=20, lives=3, contexts=("any",), still_after=0.15, perturbed=True,
        random_phase=True, lost=0.06,
    ),  # fmt: skip
)
ANY_CONTEXT = ("walking", "resting", "sitting", "mix", "cropped", "noisy rest", "jogging")
# Copies of each trial, relative to the recipe's: fewer of a large set, more of a small one.
SHARE = {"fallalld": 0.45, "smartfallmm": 1.2, "smartfallmm-meta": 0.8, "hifd": 2.0}


def build_streams(trials: list[Trial], recipe: Recipe) -> list[Stream]:
    """Streams of one person's trials: contexts are made of the same person's other trials."""
    rng = np.random.default_rng([recipe.seed, zlib.crc32(trials[0].subject.encode())])
    if trials[0].life:
        return life_streams(trials, recipe, rng)
    own = own_segments(trials)
    streams = []
    for trial in trials:
        copies = max(1, round(recipe.copies * SHARE.get(trial.data_set, 1.0)))
        if recipe.judged:
            copies = min(copies, recipe.copies)
        for context in recipe.contexts:
            for copy in range(copies):
                spread = rng.random() if recipe.random_phase else 0.0
                phase = recipe.phase + (copy + spread) / copies
                streams.append(one_stream(trial, context, phase, own, trials, recipe, rng))
    return [stream for stream in streams if len(stream.at) >= FEWEST_MESSAGES]


def one_stream(trial, context, phase, own, mates, recipe, rng) -> Stream:
    if context == "any":
        context = ANY_CONTEXT[rng.integers(len(ANY_CONTEXT))]
    varied = trial
    if recipe.perturbed:
        varied = perturb(trial, rng)
        if trial.fall and rng.random() < 0.2:
            varied = gets_up(varied, own, rng)
    still = rng.random() < recipe.still_after
    stream = build_stream(varied, context, phase, still, own, mates, recipe, rng)
    if recipe.perturbed:
        stream.signal = other_sensor(stream.signal, trial.rate, rng)
    return stream


def life_streams(trials, recipe, rng) -> list[Stream]:
    streams = []
    for trial in trials:
        for _ in range(recipe.lives):
            varied = perturb(trial, rng) if recipe.perturbed else trial
            signal = other_sensor(varied.samples, trial.rate, rng) if recipe.perturbed else varied.samples
            at, first, last = cut(len(signal), trial.rate, float(rng.random()), recipe, rng)
            streams.append(Stream(varied, "life", 0, signal.astype(np.float32), np.nan, at, first, last))
    return streams


def gets_up(trial: Trial, own, rng) -> Trial:
    """Walks on one to three seconds after the impact."""
    if not own["walking"]:
        return trial
    walk = own["walking"][rng.integers(len(own["walking"]))]
    if len(walk) < 80:
        return trial
    up = impact_index(trial) + int((0.8 + 2.5 * rng.random()) * trial.rate)
    lying = trial.samples[:up]
    start = int(rng.integers(max(1, len(walk) - 200)))
    after = swaying(walk, int(8 * trial.rate), start)
    overlap = min(int(0.8 * trial.rate), len(lying), len(after))
    return replace(trial, samples=cross_fade(lying, after, overlap).astype(np.float32))


def other_sensor(signal, rate, rng) -> np.ndarray:
    """Another mounting and another sensor: scale, smoothing, rate and range."""
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    acceleration = signal[:, :3] @ turn * rng.uniform(0.97, 1.03)
    signal = np.concatenate([acceleration, signal[:, 3:] @ turn * rng.uniform(0.95, 1.05)], axis=1)
    if rng.random() < 0.25:
        signal = smoothed(signal, int(rng.integers(2, 5)))
    if rng.random() < 0.25:
        step = max(1, rate / rng.choice([12.5, 20, 25, 33]))
        held = (np.floor(np.arange(len(signal)) / step) * step).astype(int)
        signal = signal[np.minimum(held, len(signal) - 1)]
    bound = rng.choice([1e9, 78, 39.2, 19.6], p=[0.55, 0.2, 0.18, 0.07])
    spin = rng.choice([1e9, 1000, 500, 250, 125], p=[0.5, 0.2, 0.15, 0.1, 0.05])
    return np.concatenate([signal[:, :3].clip(-bound, bound), signal[:, 3:].clip(-spin, spin)], axis=1)


def smoothed(signal: np.ndarray, width: int) -> np.ndarray:
    """The mean of the last `width` samples."""
    kernel = np.ones(width) / width
    padded = np.pad(signal, ((width - 1, 0), (0, 0)), mode="edge")
    return np.stack([np.convolve(padded[:, axis], kernel, "valid") for axis in range(signal.shape[1])], axis=1)


def build_stream(trial, context, phase, still, own, mates, recipe, rng) -> Stream:
    signal, impact = in_context(trial, context, still, own, mates, rng)
    # Figures do not count a fall whose own message was lost.
    blow = int(impact * trial.rate) if recipe.judged and np.isfinite(impact) else -1
    at, first, last = cut(len(signal), trial.rate, phase, recipe, rng, blow)
    return Stream(trial, context, phase, signal.astype(np.float32), impact, at, first, last)


def in_context(trial, context, still, own, mates, rng) -> tuple[np.ndarray, float]:
    samples, tail = (cut_still(trial, rng)) if still else (trial.samples, trial.samples[:0])
    skipped = 0
    if context in ("mix", "cropped"):
        skipped = crop(trial, rng)
        samples = samples[skipped:]
    front, faded = front_of(trial, context, own, mates, rng)
    overlap = min(int(FADE_S * trial.rate), len(front), len(samples)) if faded else 0
    signal = np.concatenate([cross_fade(front, samples, overlap), tail])
    if trial.fall and not len(tail):
        signal = lasting(signal, trial, mates, rng)
    if not trial.fall:
        return signal, np.nan
    return signal, (len(front) - overlap + impact_index(trial) - skipped) / trial.rate


def lasting(signal, trial, mates, rng) -> np.ndarray:
    """A wearer's stream does not end two seconds after the fall: they lie there, or go on with something calm."""
    lacking = int(LEAST_AFTER_S * trial.rate) - (len(trial.samples) - impact_index(trial))
    if lacking <= 0:
        return signal
    if rng.random() < 0.5:
        return np.concatenate([signal, swaying(signal[-20:][::-1], lacking, 0)])
    calm = [mate for mate in mates if mate.activity in CALM and len(mate.samples) > 100]
    if not calm:
        return np.concatenate([signal, swaying(signal[-20:][::-1], lacking, 0)])
    mate = calm[rng.integers(len(calm))]
    start = int(rng.integers(max(1, len(mate.samples) - lacking)))
    after = swaying(mate.samples[start:], lacking + int(0.5 * trial.rate), 0)
    return cross_fade(signal, after, min(int(0.5 * trial.rate), len(signal), len(after)))


def crop(trial: Trial, rng) -> int:
    """At least 2.5 s before the impact, and most of an activity, stay."""
    length = len(trial.samples) / trial.rate
    most = impact_index(trial) / trial.rate - 2.5 if trial.fall else min(0.5 * length, length - 5)
    return int(rng.random() * max(0.0, most) * trial.rate)


def front_of(trial, context, own, mates, rng) -> tuple[np.ndarray, bool]:
    length = int(round(PREFIX_S * trial.rate))
    if context == "walking" and own["walking"]:
        walk = own["walking"][rng.integers(len(own["walking"]))]
        return swaying(walk, length, int(rng.integers(max(1, len(walk) - length)))), False
    if context == "jogging" and own["jogging"]:
        jog = own["jogging"][rng.integers(len(own["jogging"]))]
        return swaying(jog, length, int(rng.integers(max(1, len(jog) - length)))), True
    if context == "sitting" and own["sitting"]:
        return swaying(own["sitting"][rng.integers(len(own["sitting"]))], length, 0), False
    if context == "noisy rest":
        return noisy_rest(trial, PREFIX_S, rng), False
    if context == "cropped":
        return noisy_rest(trial, 6 + 4 * rng.random(), rng), True
    if context == "mix":
        return calm_day(trial, mates, rng), True
    # Resting as the trial begins; also for somebody of whom no walking or sitting was recorded.
    # Feedback may have one sample a second, and the fall is not its beginning.
    calm_until = impact_index(trial) - int(0.8 * trial.rate) if trial.fall else 80
    if calm_until < 12:
        return noisy_rest(trial, PREFIX_S, rng), False
    start = trial.samples[: min(80, calm_until, int(np.ceil(2.1 * trial.rate)))]
    at = quietest(start, 30)
    return swaying(start[at : at + 30], length, 0), False


def calm_day(trial, mates, rng) -> np.ndarray:
    calm = [mate for mate in mates if mate.activity in CALM and mate.id != trial.id] or [trial]
    wanted = (6 + 6 * rng.random()) * trial.rate
    day = trial.samples[:0]
    while len(day) < wanted:
        samples = calm[rng.integers(len(calm))].samples
        at = int(rng.integers(max(1, len(samples) - int(4 * trial.rate))))
        piece = samples[at : at + int((2 + 4 * rng.random()) * trial.rate)]
        day = cross_fade(day, piece, min(int(FADE_S * trial.rate), len(day), len(piece)))
    return day


def noisy_rest(trial, seconds, rng) -> np.ndarray:
    """At rest in the posture of the trial's first moment, with the noise of a sensor and a hand."""
    mean = trial.samples[: max(1, round(0.3 * trial.rate)), :3].mean(0)
    gravity = mean * GRAVITY / max(1e-6, np.linalg.norm(mean))
    n = int(round(seconds * trial.rate))
    noise = lambda width: (rng.random((n, 3)) - 0.5) * width
    return np.concatenate([gravity + noise(0.4), noise(10)], axis=1)


def cross_fade(front: np.ndarray, back: np.ndarray, overlap: int) -> np.ndarray:
    if overlap < 2:
        return np.concatenate([front[: len(front) - overlap], back])
    share = np.linspace(0, 1, overlap)[:, None]
    middle = front[-overlap:] * (1 - share) + back[:overlap] * share
    return np.concatenate([front[:-overlap], middle, back[overlap:]])


def own_segments(trials: list[Trial]) -> dict[str, list[np.ndarray]]:
    own = {"walking": [], "sitting": [], "jogging": []}
    for trial in trials:
        if trial.activity in JOGGING and len(trial.samples) > 200:
            own["jogging"].append(trial.samples[40:-60])
        if trial.activity in WALKING and len(trial.samples) > 200:
            own["walking"].append(trial.samples[40:-60])
        if trial.activity in SITTING and len(trial.samples) >= 60:
            at = quietest(trial.samples, 60)
            own["sitting"].append(trial.samples[at : at + 60])
    return own


def quietest(samples: np.ndarray, length: int) -> int:
    motion = np.abs(magnitude(samples) - GRAVITY) * 20 + rotation(samples)
    sums = np.concatenate([[0], np.cumsum(motion)])
    starts = np.arange(0, max(1, len(samples) - length + 1), 5)
    ends = np.minimum(starts + length, len(samples))
    return int(starts[np.argmin(sums[ends] - sums[starts])])


def swaying(segment: np.ndarray, length: int, start: int) -> np.ndarray:
    """To and fro over a segment, so that a short one lasts without a jump."""
    last = max(1, len(segment) - 1)
    position = (start + np.arange(length)) % (2 * last)
    position = np.where(position <= last, position, 2 * last - position)
    return segment[np.minimum(position, len(segment) - 1)]


def cut_still(trial, rng) -> tuple[np.ndarray, np.ndarray]:
    """The volunteers get up after three or four seconds; somebody hurt does not: the stillest moment lasts."""
    length = int(round((8 + rng.random()) * trial.rate))
    start = impact_index(trial) + 30 if trial.fall else max(0, len(trial.samples) - 60)
    rest = trial.samples[start : start + 120]
    if len(rest) < 20:
        return trial.samples, trial.samples[:0]
    at = quietest(rest, 20)
    return trial.samples[: start + at + 20], swaying(rest[at : at + 20][::-1], length, 0)


def cut(length, rate, phase, recipe, rng, blow=-1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    end = length / rate
    sent = []
    first = 0
    second = 1 + phase
    while second <= end:
        at = min(end, second + (rng.random() * 2 - 1) * recipe.jitter) if recipe.jitter else second
        last = int(np.floor(at * rate + 1e-9))
        if last > first and (first <= blow < last or not (recipe.lost and rng.random() < recipe.lost)):
            sent.append((at, first, last))
        first = last
        second += 1
    at, first, last = np.array(sent).reshape(-1, 3).T
    return at, first.astype(int), last.astype(int)


def perturb(trial: Trial, rng) -> Trial:
    """Another person doing the same: softer or harder, slower or faster, turning more or less."""
    samples = trial.samples
    width = int(trial.rate) | 1
    smooth = np.stack([moving_mean(samples[:, axis], width) for axis in range(3)], axis=1)
    hardness = np.exp(rng.uniform(np.log(0.6), np.log(1.2)))
    turning = np.exp(rng.uniform(np.log(0.5), np.log(1.25)))
    speed = rng.uniform(0.88, 1.12)
    changed = np.concatenate(
        [smooth + (samples[:, :3] - smooth) * hardness, samples[:, 3:] * turning * speed], axis=1
    )
    return trial.with_samples(resample(changed, speed), speed)


def moving_mean(values: np.ndarray, width: int) -> np.ndarray:
    return np.convolve(np.pad(values, width // 2, mode="edge"), np.ones(width) / width, "valid")[: len(values)]


def resample(samples: np.ndarray, speed: float) -> np.ndarray:
    where = np.linspace(0, len(samples) - 1, int(len(samples) / speed))
    below = np.floor(where).astype(int)
    above = np.minimum(below + 1, len(samples) - 1)
    share = (where - below)[:, None]
    between = samples[below] * (1 - share) + samples[above] * share
    # Interpolation would soften an impact: the nearest sample keeps its peak.
    nearest = np.where(share[:, 0] < 0.5, below, above)
    hard = magnitude(samples)[nearest] > 15
    between[hard] = samples[nearest[hard]]
    return between.astype(np.float32)
