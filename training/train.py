"""
python3 training/train.py --data FILE [FILE …] --out FOLDER: trains the networks and writes

  weights.json      what the service loads, with what was measured
  parity.json       generated windows and PyTorch's results for them
  folds.json.gz     the networks without each group of people and without each device, for `npm run evaluate`

`--quick` runs every step on little data.
"""

import argparse
import copy
import os
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

import numpy as np

from design import KINDS, Design, bags_of, build_design
from judge import (
    DEVICES, POTENTIAL, alarms_per_hour, calibration_of, chances_of, figures_of, folds_of, found_at, is_ordinary_life,
    is_plain, logit_at, outcomes_of,
)  # fmt: skip
from recordings import data_set_of, hash_of, read_recordings
from streams import RECIPES

BAGS_AN_EPOCH = 100_000
QUICK_SHARE = 0.12
started = time.monotonic()


def log(text: str) -> None:
    print(f"{time.monotonic() - started:6.1f} s  {text}", flush=True)


def main() -> None:
    options = arguments()
    trials = [trial for path in options.data for trial in read_recordings(path)]
    # Before PyTorch is loaded: the processes that measure streams are copies of this one.
    design = build_design(*(few(trials) if options.quick else (trials, options.processes)))
    log(f"{len(design.streams)} streams, " + ", ".join(f"{len(design.tables[k].x)} {k} rows" for k in KINDS))
    import torch

    torch.use_deterministic_algorithms(True)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    log(f"PyTorch {torch.__version__} on {torch.cuda.get_device_name() if device == 'cuda' else 'the processor'}")
    folds = folds_of(design.streams)
    validated = {kind: validate(design, kind, folds, device, options) for kind in options.kinds}
    write(options, trials, folds, validated)


def few(trials):
    """Of the people who have the fewest trials, some."""
    rng = np.random.default_rng(0)
    return [t for t in trials if rng.random() < QUICK_SHARE], 2, tuple(replace(r, copies=1) for r in RECIPES[:2])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--date", default=time.strftime("%Y-%m-%d"))
    parser.add_argument("--commit", default="unknown")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args()


def validate(design: Design, kind: str, folds: list[list[str]], device: str, options) -> dict:
    """
    Models without each fold, without each device, and of everything, trained at once. The levels of a fold are chosen on
    the people of the other folds, each by the model without them.
    """
    import torch

    from networks import PLANS, logits_of, train
    from weights_file import round_weights

    plan = replace(PLANS[kind], epochs=1) if options.quick else PLANS[kind]
    bags, bag_stream = bags_of(design, kind)
    fold_of = {subject: fold for fold, people in enumerate(folds) for subject in people}
    stream_fold = np.array([fold_of[stream.subject] for stream in design.streams])
    stream_set = np.array([stream.data_set for stream in design.streams])
    learnt = chances_of(design, bag_stream, bags.label.numpy())
    without = (
        [stream_fold == fold for fold in range(len(folds))]
        + [np.isin(stream_set, sets) for sets in DEVICES]
        + [np.zeros(len(stream_fold), bool)]
    )
    chances = torch.tensor(np.stack([np.where(left_out[bag_stream], 0, learnt) for left_out in without]))
    x = torch.tensor(design.tables[kind].x, device=device)
    size = 2_000 if options.quick else BAGS_AN_EPOCH
    seeds = [options.seed + 7 * model for model in range(len(without))]
    networks = round_weights(train(plan, x, bags.to(device), chances, size, seeds, log))
    torch.backends.cuda.matmul.allow_tf32 = False
    logits = logits_of(networks, x).cpu().numpy()
    torch.backends.cuda.matmul.allow_tf32 = True

    row_fold = stream_fold[design.tables[kind].stream]
    unknown = np.choose(row_fold, logits[: len(folds)])
    outcomes = outcomes_of(design, kind, unknown)
    calibrations = [calibration_of(outcomes.where(lambda s: fold_of[s.subject] != fold), kind) for fold in range(len(folds))]
    of_devices = [calibration_of(outcomes.where(lambda s: s.data_set not in sets), kind) for sets in DEVICES]
    final = calibration_of(outcomes, kind)
    by_device = [outcomes_of(design, kind, logits[len(folds) + place]) for place in range(len(DEVICES))]
    return {
        "networks": networks,
        "final": (len(without) - 1, final),
        "folds": list(enumerate(calibrations)),
        "devices": [(len(folds) + place, one) for place, one in enumerate(of_devices)],
        "figures": report(kind, outcomes, fold_of, calibrations, final, by_device, of_devices),
    }


def report(kind, outcomes, fold_of, calibrations, final, by_device, of_devices) -> dict:
    plain = outcomes.where(is_plain)
    begins = [logit_at(one["knots"], POTENTIAL) for one in calibrations]
    at_level = lambda level: np.array([logit_at(calibrations[fold_of[s.subject]]["knots"], level) for s in plain.streams])
    life = outcomes.where(is_ordinary_life)
    figures = {
        "peopleLeftOut": figures_of(plain, at_level(POTENTIAL)),
        "devicesLeftOut": {
            data: {
                **figures_of(own, np.full(len(own.streams), logit_at(calibration["knots"], POTENTIAL)))[data],
                "foundAt97": found_at(own, 0.97),
            }
            for sets, outcome, calibration in zip(DEVICES, by_device, of_devices)
            for data in sets
            for own in [outcome.where(lambda s: is_plain(s) and s.data_set == data)]
            if own.streams
        },
        "alarmsPerHourOfOrdinaryLife": round(alarms_per_hour(life, logit_at(final["knots"], POTENTIAL)), 2),
    }
    log(f"{kind}: POTENTIAL begins at {begins}, released {final}")
    for level in (POTENTIAL, 0.7, 0.9):
        log(f"{kind}, people left out at {level}: {figures_of(plain, at_level(level))}")
        log(f"{kind}, ordinary life at {level}: {alarms_per_hour(life, logit_at(final['knots'], level)):.2f}/h")
    lossy = outcomes.where(lambda s: s.judged == "lossy" and not s.life)
    log(f"{kind}, jitter and loss: {figures_of(lossy, np.full(len(lossy.streams), logit_at(final['knots'], POTENTIAL)))}")
    log(f"{kind}, devices left out: {figures['devicesLeftOut']}")
    return figures


def write(options, trials, folds, validated) -> None:
    from parity import parity_of
    from weights_file import described, version_of, write_json

    def networks_of(choose) -> dict:
        return {kind: described(v["networks"], *choose(v)) for kind, v in validated.items()}

    shipped = networks_of(lambda v: v["final"])
    version = version_of(options.date, shipped)
    data = [
        {"name": data_set_of(path), "trials": len(own), "people": len({trial.subject for trial in own})}
        for path in options.data
        for own in [[trial for trial in trials if trial.data_set == data_set_of(path)]]
    ]
    write_json(
        options.out / "weights.json",
        {
            "version": version, "date": options.date, "commit": options.commit, "data": data,
            "inputsHash": hash_of(options.data),
            "figures": {kind: v["figures"] for kind, v in validated.items()},
            "networks": shipped,
        },
    )  # fmt: skip
    only = {kind: only_model(v["networks"], v["final"][0]) for kind, v in validated.items()}
    knots = {kind: v["final"][1]["knots"] for kind, v in validated.items()}
    write_json(options.out / "parity.json", {"version": version, **parity_of(only, knots)})
    write_json(
        options.out / "folds.json.gz",
        {
            "version": version,
            "folds": [
                {"people": people, "networks": networks_of(lambda v: v["folds"][fold])} for fold, people in enumerate(folds)
            ],
            "devices": [
                {"dataSets": list(sets), "networks": networks_of(lambda v: v["devices"][place])}
                for place, sets in enumerate(DEVICES)
            ],
        },
    )
    log(f"wrote {version} to {options.out}")


def only_model(networks, place: int):
    """One of the models by itself, for the parity file; on the processor, whose single precision is exact."""
    alone = copy.deepcopy(networks).cpu()
    for parameters in (alone.weights, alone.biases):
        for parameter in parameters:
            parameter.data = parameter.data[place : place + 1]
    alone.typical, alone.scale = alone.typical[place : place + 1], alone.scale[place : place + 1]
    return alone


if __name__ == "__main__":
    main()
