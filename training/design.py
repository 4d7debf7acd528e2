"""All streams of all people as tables of rows, one for each network, and which stream each row is of."""

from dataclasses import dataclass
from multiprocessing import Pool

import numpy as np

from inputs import READING_INPUTS, WINDOW_BINS, BIN_VALUES, all_bins, reading_inputs, sample_inputs
from recordings import Trial
from streams import RECIPES, Recipe, build_streams

# What a wearable sends, and whether it has a gyro: a network each.
KINDS = ("reading", "samples", "reading-nogyro", "samples-nogyro")
# A fall's messages that belong to its bag: from the impact on, while it is in view.
TELLING_S = 6.0
# Feedback of a wearable that sends one reading a second says nothing about the parts of a second.
LEAST_SAMPLE_RATE = 10
# A recording of ordinary life is one bag for each of these.
LIFE_BAG_S = 30


@dataclass(frozen=True)
class StreamInfo:
    data_set: str
    subject: str
    activity: str
    fall: bool
    judged: str
    life: bool
    seconds: float


@dataclass
class Table:
    x: np.ndarray
    stream: np.ndarray
    # Seconds from the impact to the message, or from the start in ordinary life; NaN in activities.
    since: np.ndarray


@dataclass
class Design:
    streams: list[StreamInfo]
    tables: dict[str, Table]


def build_design(trials: list[Trial], processes: int, recipes: tuple[Recipe, ...] = RECIPES) -> Design:
    own: dict[tuple[str, str], list[Trial]] = {}
    for trial in trials:
        own.setdefault((trial.subject, trial.data_set), []).append(trial)
    jobs = [(own[key], recipe) for key in sorted(own) for recipe in recipes]
    # The longest come first, so that no process works alone at the end.
    jobs.sort(key=lambda job: -sum(len(trial.samples) / trial.rate for trial in job[0]) * job[1].copies)
    with Pool(processes) as pool:
        parts = pool.map(measure, jobs, chunksize=1)
    streams: list[StreamInfo] = []
    rows = {kind: [] for kind in KINDS}
    for infos, measured in parts:
        for kind in KINDS:
            x, stream, since = measured[kind]
            rows[kind].append((x, stream + len(streams), since))
        streams += infos
    tables = {kind: Table(*(np.concatenate(column) for column in zip(*rows[kind]))) for kind in KINDS}
    return Design(streams, tables)


def measure(job: tuple[list[Trial], Recipe]):
    trials, recipe = job
    streams = build_streams(trials, recipe)
    found = {kind: ([], [], []) for kind in KINDS}
    for number, stream in enumerate(streams):
        bins = all_bins(stream)
        for kind in KINDS:
            gyro = not kind.endswith("nogyro")
            if gyro and not stream.trial.gyro:
                continue
            if kind.startswith("samples") and stream.trial.rate < LEAST_SAMPLE_RATE:
                continue
            places, x = reading_inputs(stream, gyro) if kind.startswith("reading") else sample_inputs(stream, bins, gyro)
            xs, owners, sinces = found[kind]
            xs.append(x)
            owners.append(np.full(len(places), number))
            sinces.append(stream.at[places] - (0 if stream.trial.life else stream.impact))
    measured = {
        kind: (joined(xs, nothing(kind)), joined(owners, np.zeros(0, int)), joined(sinces, np.zeros(0)))
        for kind, (xs, owners, sinces) in found.items()
    }
    infos = [
        StreamInfo(
            stream.trial.data_set, stream.trial.subject, stream.trial.activity, stream.trial.fall,
            recipe.judged, stream.trial.life, float(stream.at[-1]),
        )
        for stream in streams
    ]  # fmt: skip
    return infos, measured


def nothing(kind: str) -> np.ndarray:
    shape = (0, READING_INPUTS) if kind.startswith("reading") else (0, WINDOW_BINS, BIN_VALUES)
    return np.zeros(shape, np.float32)


def joined(some: list[np.ndarray], otherwise: np.ndarray) -> np.ndarray:
    return np.concatenate(some) if some else otherwise


def bags_of(design: Design, kind: str):
    """The bags, and the stream of each."""
    # Only training needs PyTorch; the processes that measure streams start faster without it.
    import torch

    from networks import Bags

    table = design.tables[kind]
    fall = np.array([stream.fall for stream in design.streams])[table.stream]
    life = np.array([stream.life for stream in design.streams])[table.stream]
    told = fall & (table.since >= 0)
    kept = ~(told & (table.since >= TELLING_S))
    part = np.where(life, np.nan_to_num(table.since) // LIFE_BAG_S, 0).astype(int)
    bags: dict[tuple[int, bool, int], list[int]] = {}
    for row in np.nonzero(kept)[0]:
        bags.setdefault((int(table.stream[row]), bool(told[row]), int(part[row])), []).append(int(row))
    rows = np.full((len(bags), max(map(len, bags.values()))), -1)
    for bag, own in enumerate(bags.values()):
        rows[bag, : len(own)] = own
    label = np.array([told for _, told, _ in bags], np.float32)
    return Bags(torch.tensor(rows), torch.tensor(label)), np.array([stream for stream, _, _ in bags])
