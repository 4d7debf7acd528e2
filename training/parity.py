"""
Generated windows with the results of the networks, which test/scoring compares with the service. It contains no recording.

python3 training/parity.py src/readings/scoring/weights.json test/scoring/parity.json writes them for existing weights.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch

from inputs import RECENT, ReadingWindow, message_bins, slots_of, window_of, without_gyro
from judge import confidence
from networks import PLANS, Networks, logits_of
from weights_file import networks_of, write_json

READING_WINDOWS = 60
SAMPLE_WINDOWS = 20


def parity_of(networks: dict[str, Networks], knots: dict[str, list]) -> dict:
    rng = np.random.default_rng(17)
    return {kind: cases_of(rng, kind, networks[kind], knots[kind]) for kind in networks}


def cases_of(rng, kind: str, networks: Networks, knots) -> list[dict]:
    gyro = not kind.endswith("nogyro")
    if kind.startswith("reading"):
        return [reading_case(rng, gyro, networks, knots) for _ in range(READING_WINDOWS)]
    return [sample_case(rng, gyro, networks, knots) for _ in range(SAMPLE_WINDOWS)]


def reading_case(rng, gyro: bool, networks, knots) -> dict:
    # Anywhere in view: the network sees up to five seconds after an impact. And other blows beside it.
    count = int(rng.integers(6, 16))
    readings = motion(rng, count, impact_from_end=int(rng.integers(1, RECENT + 1)), every=1)
    for _ in range(int(rng.integers(0, 5))):
        readings[rng.integers(len(readings)), :3] = np.round(direction(rng) * rng.uniform(16, 40), 3)
    slots, at = seconds_of(rng, count)
    window = ReadingWindow(np.float32(readings), slots, gyro)
    newest = int(slots[-1])
    impact = window.impact(newest)
    if impact is None:
        return reading_case(rng, gyro, networks, knots)
    features = np.float32(window.features(newest, impact))
    return {"at": at, "readings": shown(readings, gyro), **said(networks, features, knots)}


def sample_case(rng, gyro: bool, networks, knots) -> dict:
    count = int(rng.integers(5, 8))
    sizes = [int(rng.integers(8, 33)) for _ in range(count)]
    interval = float(rng.choice([25.0, 50.0, 31.25]))
    signal = motion(rng, sum(sizes), impact_from_end=int(rng.integers(1, sum(sizes[-4:]))), every=8)
    ends = np.cumsum(sizes)
    messages = [signal[end - size : end] for end, size in zip(ends, sizes)]
    slots, at = seconds_of(rng, count)
    recent = slots[-1] - slots < RECENT
    bins = np.stack([message_bins(np.float32(m), interval) for m, is_recent in zip(messages, recent) if is_recent])
    window = window_of(bins if gyro else without_gyro(bins), slots[recent])
    return {"intervalMs": interval, "at": at, "messages": [shown(m, gyro) for m in messages], **said(networks, window, knots)}


def seconds_of(rng, count: int) -> tuple[np.ndarray, list[float]]:
    """One a second, some late by less than half a second, some lost."""
    gaps = rng.choice([1, 1, 1, 1, 1, 1, 2, 3], size=count - 1) if rng.random() < 0.6 else np.ones(count - 1, int)
    seconds = np.concatenate([[0], np.cumsum(gaps)])
    at = np.round(seconds + rng.uniform(0, 0.3, count), 3)
    return slots_of(at), at.tolist()


def shown(motions: np.ndarray, gyro: bool) -> list:
    return (motions if gyro else motions[:, :3]).tolist()


def said(networks, seen, knots) -> dict:
    x = torch.tensor(seen[None], device=networks.weights[0].device)
    first = networks.look(x[None]).flatten()
    logit = float(logits_of(networks, x)[0, 0])
    return {
        "input": [round(float(value), 5) for value in first.cpu()],
        "logit": round(logit, 6),
        "confidence": round(float(confidence(knots, logit)), 6),
    }


def motion(rng, length: int, impact_from_end: int, every: int) -> np.ndarray:
    """A posture, a blow that dies away, another posture, with an unsteady hand."""
    at = length - impact_from_end
    before, after = (direction(rng) * 9.81 for _ in range(2))
    steady = np.where(np.arange(length)[:, None] < at, before, after)
    unrest = rng.normal(size=(length, 3)) * rng.choice([0.3, 2.0, 5.0])
    ringing = np.exp(-np.maximum(0, np.arange(length) - at) / every) * (np.arange(length) >= at)
    blow = direction(rng) * rng.uniform(12, 60) * ringing[:, None]
    turning = rng.normal(size=(length, 3)) * (rng.choice([3.0, 40.0]) + 250 * ringing[:, None])
    acceleration = steady + unrest + blow
    if np.linalg.norm(acceleration[at]) < 20:
        acceleration[at] = direction(rng) * 28
    return np.round(np.concatenate([acceleration, turning], axis=1), 3)


def direction(rng) -> np.ndarray:
    vector = rng.normal(size=3)
    return vector / np.linalg.norm(vector)


def main() -> None:
    weights, parity = map(Path, sys.argv[1:])
    written = json.loads(weights.read_text())
    described = written["networks"]
    networks = {kind: networks_of(PLANS[kind], one) for kind, one in described.items()}
    knots = {kind: one["knots"] for kind, one in described.items()}
    write_json(parity, {"version": written["version"], **parity_of(networks, knots)})


if __name__ == "__main__":
    main()
