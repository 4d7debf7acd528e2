"""Recorded falls and activities, as `shared/data/README.md` describes them."""

import gzip
import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

GRAVITY = 9.81


@dataclass(frozen=True)
class Trial:
    data_set: str
    id: str
    activity: str
    subject: str
    fall: bool
    rate: float
    fall_start: float | None
    fall_end: float | None
    samples: np.ndarray
    # Recordings of ordinary life: long, without falls.
    life: bool
    gyro: bool

    def with_samples(self, samples: np.ndarray, speed: float) -> "Trial":
        scaled = lambda at: None if at is None else at / speed
        return replace(
            self, samples=samples, fall_start=scaled(self.fall_start), fall_end=scaled(self.fall_end)
        )


def read_recordings(path: Path) -> list[Trial]:
    with gzip.open(path, "rt") as lines:
        return [trial_of(path, json.loads(line)) for line in lines]


def data_set_of(path: Path) -> str:
    """`recordings-uma.ndjson.gz` is uma, `life-dsa.ndjson.gz` is dsa; the first set has no name of its own."""
    name = path.name.removesuffix(".ndjson.gz")
    return "weda" if name == "recordings" else name.removeprefix("recordings-").removeprefix("life-")


def trial_of(path: Path, row: dict) -> Trial:
    samples = np.array(row["samples"], np.float32)
    gyro = samples.shape[1] == 6
    return Trial(
        data_set=data_set_of(path),
        id=row["id"],
        activity=row["activity"],
        subject=row["subject"],
        fall=row["fall"],
        rate=row["rateHz"],
        fall_start=row["fallStartS"],
        fall_end=row["fallEndS"],
        samples=samples if gyro else np.concatenate([samples, np.zeros_like(samples)], axis=1),
        life=path.name.startswith("life-"),
        gyro=gyro,
    )


def hash_of(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def magnitude(samples: np.ndarray) -> np.ndarray:
    return np.linalg.norm(samples[:, :3], axis=1)


def rotation(samples: np.ndarray) -> np.ndarray:
    return np.linalg.norm(samples[:, 3:], axis=1)


def impact_index(trial: Trial) -> int:
    """The annotation, where there is one, is good to half a second only: the hardest sample in or near it."""
    first = max(0, int(np.floor(((trial.fall_start or 0) - 0.5) * trial.rate)))
    last = len(trial.samples)
    if trial.fall_end is not None:
        last = int(np.ceil((trial.fall_end + 0.5) * trial.rate))
    near = magnitude(trial.samples[first:last])
    return first + int(np.argmax(near)) if len(near) else first
