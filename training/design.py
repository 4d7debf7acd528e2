"""All streams of all people as two tables of rows, one for each network, and which stream each row is of."""

from dataclasses import dataclass
from multiprocessing import Pool

import numpy as np
import torch

from inputs import reading_inputs, sample_inputs
from networks import Bags
from recordings import Trial
from streams import RECIPES, Recipe, build_streams

KINDS = ("reading", "samples")
# A fall's messages that belong to its bag: from the impact on, while it is in view.
TELLING_S = 6.0


@dataclass(frozen=True)
class StreamInfo:
    data_set: str
    subject: str
    activity: str
    fall: bool
    judged: bool
    impact: float
    recorded_s: float


@dataclass
class Table:
    x: np.ndarray
    stream: np.ndarray
    # Seconds from the impact to the message; NaN in activities.
    since: np.ndarray


@dataclass
class Design:
    streams: list[StreamInfo]
    tables: dict[str, Table]


def build_design(trials: list[Trial], processes: int, recipes: tuple[Recipe, ...] = RECIPES) -> Design:
    people = sorted({trial.subject for trial in trials})
    of = {person: [trial for trial in trials if trial.subject == person] for person in people}
    # Who has many trials comes first, lest everybody wait for them at the end.
    jobs = sorted(((of[person], recipe) for person in people for recipe in recipes), key=lambda job: -len(job[0]) * job[1].copies)
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
    measured = {}
    for kind, inputs in (("reading", reading_inputs), ("samples", sample_inputs)):
        xs, owners, sinces = [], [], []
        for number, stream in enumerate(streams):
            places, x = inputs(stream)
            xs.append(x)
            owners.append(np.full(len(places), number))
            sinces.append(stream.at[places] - stream.impact)
        measured[kind] = (np.concatenate(xs), np.concatenate(owners), np.concatenate(sinces))
    infos = [
        StreamInfo(
            stream.trial.data_set, stream.trial.subject, stream.trial.activity, stream.trial.fall,
            recipe.judged, stream.impact, len(stream.trial.samples) / stream.trial.rate,
        )
        for stream in streams
    ]  # fmt: skip
    return infos, measured


def bags_of(design: Design, kind: str) -> tuple[Bags, np.ndarray]:
    """And the stream of each bag."""
    table = design.tables[kind]
    fall = np.array([stream.fall for stream in design.streams])[table.stream]
    told = fall & (table.since >= 0)
    kept = ~(told & (table.since >= TELLING_S))
    bags: dict[tuple[int, bool], list[int]] = {}
    for row in np.nonzero(kept)[0]:
        bags.setdefault((int(table.stream[row]), bool(told[row])), []).append(int(row))
    rows = np.full((len(bags), max(map(len, bags.values()))), -1)
    for bag, own in enumerate(bags.values()):
        rows[bag, : len(own)] = own
    label = np.array([told for _, told in bags], np.float32)
    return Bags(torch.tensor(rows), torch.tensor(label)), np.array([stream for stream, _ in bags])
