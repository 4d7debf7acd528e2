"""Weights in and out: whole numbers with a scale each, so that a file is small and exact."""

import base64
import gzip
import hashlib
import json
from pathlib import Path

import numpy as np
import torch

from networks import Networks, Plan

STEPS = 32767


def round_weights(networks: Networks) -> Networks:
    """What is measured is what is written: weights become multiples of their tensor's step."""
    with torch.no_grad():
        for tensor in networks.weights:
            step = tensor.abs().amax(dim=(1, 2), keepdim=True) / STEPS
            tensor.copy_((tensor / step).round() * step)
    return networks


def described(networks: Networks, model: int, calibration: dict) -> dict:
    layers = [
        {
            "kernel": layer.kernel, "width": layer.width, "out": layer.out, "pooled": layer.pooled,
            "weights": whole_numbers(weights[model]), "bias": floats(bias[model]),
        }
        for layer, weights, bias in zip(networks.plan.layers, networks.weights, networks.biases)
    ]  # fmt: skip
    return {
        "typical": floats(networks.typical[model]),
        "scale": floats(networks.scale[model]),
        "layers": layers,
        "prior": calibration["prior"],
        "knots": calibration["knots"],
    }


def whole_numbers(tensor: torch.Tensor) -> dict:
    values = tensor.detach().cpu().numpy().astype(np.float64)
    step = float(np.abs(values).max() / STEPS)
    return {"step": step, "data": base64.b64encode(np.round(values / step).astype("<i2").tobytes()).decode()}


def floats(tensor: torch.Tensor) -> str:
    return base64.b64encode(tensor.detach().cpu().numpy().astype("<f4").tobytes()).decode()


def networks_of(plan: Plan, description: dict) -> Networks:
    """One model, as it was described."""
    read = lambda text, shape: torch.tensor(np.frombuffer(base64.b64decode(text), "<f4").reshape(shape))
    networks = Networks(plan, [0], read(description["typical"], (1, -1)), read(description["scale"], (1, -1)))
    for layer, own, weights, bias in zip(plan.layers, description["layers"], networks.weights, networks.biases):
        steps = np.frombuffer(base64.b64decode(own["weights"]["data"]), "<i2").astype(np.float64)
        weights.data = torch.tensor(steps * own["weights"]["step"], dtype=torch.float32).reshape(1, -1, layer.out)
        bias.data = read(own["bias"], (1, 1, layer.out))
    return networks.eval()


def version_of(date: str, networks: dict) -> str:
    """With a hash of the networks as they are written: a changed file no longer bears its version (test/scoring/parity)."""
    return f"{date}-{hashlib.sha256(text_of(networks).encode()).hexdigest()[:8]}"


def text_of(content: dict) -> str:
    return json.dumps(content, separators=(",", ":"), allow_nan=False)


def write_json(path: Path, content: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = text_of(content) + "\n"
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode(), mtime=0))
    else:
        path.write_text(text)
