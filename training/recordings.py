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

    def with_samples(self, samples: np.ndarray, speed: float) -> "Trial":
        scaled = lambda at: None if at is None else at / speed
        return replace(
            self, samples=samples, fall_start=scaled(self.fall_start), fall_end=scaled(self.fall_end)
        )


def read_recordings(path: Path) -> list[Trial]:
    name = path.name.removesuffix(".ndjson.gz")
    with gzip.open(path, "rt") as lines:
        return [trial_of(name, json.loads(line)) for line in lines]


def trial_of(data_set: str, row: dict) -> Trial:
    return Trial(
        data_set=data_set,
        id=row["id"],
        activity=row["activity"],
        subject=row["subject"],
        fall=row["fall"],
        rate=row["rateHz"],
        fall_start=row["fallStartS"],
        fall_end=row["fallEndS"],
        samples=np.array(row["samples"], np.float32),
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
