"""
python3 training/train.py --data FILE [FILE …] --out FOLDER: fits both networks and writes

  weights.json      what the service loads, with what was measured
  parity.json       made-up windows and what PyTorch says of them
  folds.json.gz     the networks without each group of people, for `npm run evaluate`

`--quick` runs every step on little, to see that it runs.
"""

import argparse
import copy
import os
import time
from dataclasses import replace
from itertools import combinations
from pathlib import Path

os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")

import numpy as np
import torch

from design import KINDS, Design, bags_of, build_design
from judge import Outcomes, data_sets, figures_of, folds_of, knots_of, outcomes_of, sensitivity_at
from networks import PLANS, logits_of, train
from parity import parity_of
from recordings import hash_of, read_recordings
from streams import RECIPES
from weights_file import described, round_weights, version_of, write_json

SEEDS = 3
SEED = 1000
started = time.monotonic()


def log(text: str) -> None:
    print(f"{time.monotonic() - started:6.1f} s  {text}", flush=True)


def main() -> None:
    options = arguments()
    torch.use_deterministic_algorithms(True)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    log(f"PyTorch {torch.__version__} on {torch.cuda.get_device_name() if device == 'cuda' else 'the processor'}")
    trials = [trial for path in options.data for trial in read_recordings(path)]
    recipes = tuple(replace(r, copies=1) for r in RECIPES[:2]) if options.quick else RECIPES
    design = build_design(trials, options.processes, recipes)
    log(f"{len(design.streams)} streams, " + ", ".join(f"{len(design.tables[k].x)} {k} rows" for k in KINDS))
    folds = folds_of(design.streams)
    validated = {kind: validate(design, kind, folds, device, options) for kind in KINDS}
    write(options, trials, design, folds, validated)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--date", default=time.strftime("%Y-%m-%d"))
    parser.add_argument("--commit", default="unknown")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--quick", action="store_true")
    return parser.parse_args()


def validate(design: Design, kind: str, folds: list[list[str]], device: str, options) -> dict:
    """
    Models without each fold (`SEEDS` times), without each two folds, and of everybody, all at once. What is left out twice
    chooses the levels for those who are left out by the other: nobody is judged by a level that they helped to choose.
    """
    plan = replace(PLANS[kind], epochs=1) if options.quick else PLANS[kind]
    numbers = range(len(folds))
    without = (
        [((fold,), seed) for seed in range(SEEDS) for fold in numbers]
        + [(pair, 0) for pair in combinations(numbers, 2)]
        + [((), 0)]
    )
    bags, bag_stream = bags_of(design, kind)
    fold_of = {subject: fold for fold, people in enumerate(folds) for subject in people}
    stream_fold = np.array([fold_of[stream.subject] for stream in design.streams])
    bag_fold = stream_fold[bag_stream]
    learnt_from = [torch.tensor(np.nonzero(~np.isin(bag_fold, left_out))[0]) for left_out, _ in without]
    seeds = [SEED + 100 * seed + sum((fold + 1) * 10 ** place for place, fold in enumerate(out)) for out, seed in without]
    x = torch.tensor(design.tables[kind].x, device=device)
    networks = round_weights(train(plan, x, bags.to(device), learnt_from, seeds, log))
    torch.backends.cuda.matmul.allow_tf32 = False
    logits = logits_of(networks, x).cpu().numpy()
    torch.backends.cuda.matmul.allow_tf32 = True
    model = {key: place for place, key in enumerate(without)}
    row_fold = stream_fold[design.tables[kind].stream]

    def left_out(models) -> Outcomes:
        """Everybody by the model without them; folds for which `models` has none are left away."""
        logit = np.full(len(row_fold), np.nan)
        for fold, place in models.items():
            logit[row_fold == fold] = logits[place][row_fold == fold]
        known = np.isin([fold_of[s.subject] for s in design.streams if s.judged], list(models))
        return outcomes_of(design, kind, np.nan_to_num(logit, nan=-99)).of(known)

    by_seed = [left_out({fold: model[(fold,), seed] for fold in numbers}) for seed in range(SEEDS)]
    nested = {
        fold: knots_of(left_out({o: model[tuple(sorted((fold, o))), 0] for o in numbers if o != fold}), kind)
        for fold in numbers
    }
    return {
        "networks": networks,
        "final": model[(), 0],
        "knots": knots_of(by_seed[0], kind),
        "folds": [{"model": model[(fold,), 0], "knots": nested[fold]} for fold in numbers],
        "figures": report(kind, by_seed, nested, fold_of),
    }


def report(kind, by_seed: list[Outcomes], nested: dict, fold_of: dict) -> dict:
    first = by_seed[0]
    together = replace(first, best=np.mean([outcomes.best for outcomes in by_seed], axis=0))
    log(f"{kind}, both data sets, mean of best over seeds: {sensitivity_at(together)}")
    alert = np.array([nested[fold_of[stream.subject]][2][0] for stream in first.streams])
    figures = {}
    for data in data_sets(first.streams):
        of_data = lambda stream: stream.data_set == data
        own = np.array([of_data(stream) for stream in first.streams])
        seeds = [sensitivity_at(outcomes.where(of_data)) for outcomes in by_seed]
        figures[data] = {
            "sensitivityAtSpecificity": {key: [seed[key] for seed in seeds] for key in seeds[0]},
            "nested": figures_of(first.of(own), alert[own]),
        }
        log(f"{kind}, {data}: at specificity {figures[data]['sensitivityAtSpecificity']}")
        log(f"{kind}, {data}: nested {figures[data]['nested']}")
    return figures


def write(options, trials, design, folds, validated) -> None:
    shipped = {
        kind: described(v["networks"], v["final"], v["knots"]) for kind, v in validated.items()
    }
    version = version_of(options.date, shipped)
    data = [
        {"name": path.name, "trials": sum(t.data_set == name for t in trials), "people": len({t.subject for t in trials if t.data_set == name})}
        for path in options.data
        for name in [path.name.removesuffix(".ndjson.gz")]
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
    only = {kind: only_model(v["networks"], v["final"]) for kind, v in validated.items()}
    write_json(options.out / "parity.json", {"version": version, **parity_of(only, {k: v["knots"] for k, v in validated.items()})})
    write_json(
        options.out / "folds.json.gz",
        {
            "version": version,
            "folds": [
                {
                    "people": people,
                    "networks": {
                        kind: described(v["networks"], v["folds"][fold]["model"], v["folds"][fold]["knots"])
                        for kind, v in validated.items()
                    },
                }
                for fold, people in enumerate(folds)
            ],
        },
    )  # fmt: skip
    log(f"wrote {version} to {options.out}")


def only_model(networks, place: int):
    """One of the models by itself, for the parity file; on the processor, whose single precision is one."""
    alone = copy.deepcopy(networks).cpu()
    for parameters in (alone.weights, alone.biases):
        for parameter in parameters:
            parameter.data = parameter.data[place : place + 1]
    alone.typical, alone.scale = alone.typical[place : place + 1], alone.scale[place : place + 1]
    return alone


if __name__ == "__main__":
    main()
