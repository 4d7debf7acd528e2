"""The networks, many at once: every tensor has a leading axis of models, which learn beside each other."""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from inputs import BIN_VALUES, CHANNELS, READING_INPUTS, WINDOW_BINS
from recordings import GRAVITY

CLIP = 6.0
# Hardest |a|, least |a|, deviation and jerk scale with how hard somebody falls, turning with how fast.
HARDNESS = (0, 1, 2, 8)
TURNING = (6, 7)


@dataclass(frozen=True)
class Layer:
    """`width` values in a time step of the input, over `kernel` steps, become `out`; pooled by two in time."""

    kernel: int
    width: int
    out: int
    pooled: bool = False


@dataclass(frozen=True)
class Plan:
    kind: str
    layers: tuple[Layer, ...]
    dropout: float
    noise: float
    per_message: float
    epochs: int
    hardness: float = 0.0
    batch: int = 512
    rate: float = 2e-3
    decay: float = 1e-2

    @property
    def convolutions(self) -> int:
        return sum(layer.kernel > 1 for layer in self.layers)


def reading_plan(first: int, second: int, dropout: float) -> Plan:
    return Plan(
        kind="reading",
        layers=(Layer(1, READING_INPUTS, first), Layer(1, first, second), Layer(1, second, 1)),
        dropout=dropout, noise=0.05, per_message=0.05, epochs=28,
    )  # fmt: skip


def sample_plan(width: int, dense: int) -> Plan:
    return Plan(
        kind="samples",
        layers=(
            Layer(5, CHANNELS, width, pooled=True),
            Layer(5, width, width, pooled=True),
            Layer(3, width, width, pooled=True),
            Layer(1, WINDOW_BINS // 2 // 2 // 2 * width, dense),
            Layer(1, dense, 1),
        ),
        dropout=0.3, noise=0.06, per_message=0.15, epochs=35, hardness=0.25,
    )  # fmt: skip


PLANS = {
    "reading": reading_plan(128, 48, 0.33),
    "samples": sample_plan(24, 48),
    "reading-nogyro": reading_plan(128, 48, 0.33),
    "samples-nogyro": sample_plan(24, 48),
}


class Networks(torch.nn.Module):
    def __init__(self, plan: Plan, seeds: list[int], typical: torch.Tensor, scale: torch.Tensor):
        super().__init__()
        self.plan = plan
        # What a typical impact shows, of the people that each model learns from: readings are standardised by it, and
        # explanations compare with it.
        self.register_buffer("typical", typical)
        self.register_buffer("scale", scale)
        self.weights = torch.nn.ParameterList()
        self.biases = torch.nn.ParameterList()
        drawn = [torch.Generator().manual_seed(seed) for seed in seeds]
        for layer in plan.layers:
            fan_in = layer.kernel * layer.width
            bound = 1 / math.sqrt(fan_in)
            draw = lambda *shape: torch.stack(
                [(torch.rand(shape, generator=generator) * 2 - 1) * bound for generator in drawn]
            )
            self.weights.append(torch.nn.Parameter(draw(fan_in, layer.out)))
            self.biases.append(torch.nn.Parameter(draw(1, layer.out)))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """models × rows × features, or models × rows × time × channels; answers models × rows."""
        models, rows = x.shape[:2]
        for i, layer in enumerate(self.plan.layers):
            if layer.kernel > 1:
                x = F.relu(self.convolve(i, x))
                pairs = x.shape[2] // 2
                x = x[:, :, : 2 * pairs].reshape(models, rows, pairs, 2, layer.out).amax(3)
                continue
            # Time-major, as it lies in memory there and in src/readings/scoring/network.ts.
            x = x.reshape(models, rows, -1)
            if i > 0:
                x = F.dropout(x, self.plan.dropout, self.training)
            x = torch.baddbmm(self.biases[i], x, self.weights[i])
            if layer.out > 1:
                x = F.relu(x)
        return x.squeeze(2)

    def convolve(self, i: int, x: torch.Tensor) -> torch.Tensor:
        layer = self.plan.layers[i]
        models, rows, time, _ = x.shape
        padded = F.pad(x, (0, 0, layer.kernel // 2, layer.kernel // 2))
        steps = torch.cat([padded[:, :, k : k + time] for k in range(layer.kernel)], dim=3)
        flat = torch.baddbmm(self.biases[i], steps.reshape(models, rows * time, -1), self.weights[i])
        return flat.reshape(models, rows, time, layer.out)

    def standardise(self, x: torch.Tensor) -> torch.Tensor:
        return ((x - self.typical[:, None]) / self.scale[:, None]).clamp(-CLIP, CLIP)

    def look(self, rows: torch.Tensor) -> torch.Tensor:
        """From what inputs.py measured to what the first layer takes."""
        return self.standardise(rows) if self.plan.kind == "reading" else channels(rows)


def channels(bins: torch.Tensor) -> torch.Tensor:
    """Nine values a bin that do not depend on how the wearable is mounted (sample-input.ts)."""
    half, end = WINDOW_BINS // 2, WINDOW_BINS // 4
    before = F.normalize(bins[..., :half, 9:12].sum(-2, keepdim=True), dim=-1)
    after = F.normalize(bins[..., -end:, 9:12].sum(-2, keepdim=True), dim=-1)
    mean = bins[..., 3:6]
    along = lambda direction: ((mean * direction).sum(-1) / GRAVITY).clamp(-2, 2)
    return torch.stack(
        [
            bins[..., 0].clamp(max=70) / 20,
            bins[..., 1].clamp(max=30) / 10,
            bins[..., 2].clamp(max=20) / 5,
            torch.log1p(bins[..., 6] / 20),
            torch.log1p(bins[..., 7] / 20),
            torch.log1p(bins[..., 8]),
            along(before),
            along(after),
            (mean.norm(dim=-1) / GRAVITY).clamp(max=3),
        ],
        dim=-1,
    )


def vary(bins: torch.Tensor, plan: Plan) -> torch.Tensor:
    """Another strength of the same, and now and then a history that began only lately."""
    bins = bins.clone()
    drawn = lambda: torch.exp((torch.rand(bins.shape[:2], device=bins.device) * 2 - 1) * plan.hardness)[..., None]
    harder, faster = drawn(), drawn()
    bins[..., 0] = GRAVITY + (bins[..., 0] - GRAVITY) * harder
    bins[..., 1] = (GRAVITY + (bins[..., 1] - GRAVITY) * harder).clamp(min=0)
    for column in HARDNESS[2:]:
        bins[..., column] *= harder
    for column in TURNING:
        bins[..., column] *= faster
    chosen = torch.rand(bins.shape[:2], device=bins.device) < 0.08
    begins = (torch.rand(bins.shape[:2], device=bins.device) * 10).long() * chosen
    known = torch.maximum(torch.arange(WINDOW_BINS, device=bins.device), begins[..., None])
    return torch.gather(bins, 2, known[..., None].expand(-1, -1, -1, BIN_VALUES))


def bag_loss(logits, mask, label, per_message) -> torch.Tensor:
    """
    A fall's messages after the impact are one bag: some of them must tell, the network learns which. Of an activity none
    may. A few falls cannot be seen in their messages, so the loss of one is bounded.
    """
    count = mask.sum(2)
    bag = torch.logsumexp(2 * logits.masked_fill(~mask, -1e4), 2) / 2
    found = -torch.log(0.03 + 0.97 * torch.sigmoid(bag))
    whole = torch.where(label > 0, found, F.softplus(bag))
    each = F.binary_cross_entropy_with_logits(logits, label[:, :, None].expand_as(logits), reduction="none")
    single = (each * mask).sum(2) / count
    # A mean over each model's bags and a sum over models: nobody's gradient depends on the others.
    return ((1 - per_message) * whole + per_message * single).mean(1).sum()


@dataclass
class Bags:
    """Rows of each bag, padded with -1, and whether it is a fall's."""

    rows: torch.Tensor
    label: torch.Tensor

    def to(self, device) -> "Bags":
        return Bags(self.rows.to(device), self.label.to(device))


def train(plan, x: torch.Tensor, bags: Bags, chances: torch.Tensor, size: int, seeds: list[int], log) -> Networks:
    """
    One model for each row of `chances`: how often it learns from each bag, 0 for bags that are left out. An epoch draws
    `size` bags. The same seeds on the same machine give the same weights.
    """
    device = x.device
    torch.manual_seed(seeds[0])
    networks = Networks(plan, seeds, *standards(plan, x, bags, chances)).to(device).train()
    steps_an_epoch = math.ceil(size / plan.batch)
    optimiser = torch.optim.AdamW(networks.parameters(), lr=plan.rate, weight_decay=plan.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, plan.rate, total_steps=plan.epochs * steps_an_epoch)
    upto = torch.cumsum(chances.to(device), 1)
    upto = upto / upto[:, -1:]
    for epoch in range(plan.epochs):
        drawn = torch.rand(len(seeds), size, device=device, dtype=torch.float64)
        order = torch.searchsorted(upto, drawn).clamp(max=chances.shape[1] - 1)
        total = 0.0
        for at in range(0, size, plan.batch):
            chosen = order[:, at : at + plan.batch]
            loss = step_loss(networks, x, bags.rows[chosen], bags.label[chosen])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.detach()
        if epoch % 7 == 6 or epoch == plan.epochs - 1:
            log(f"{plan.kind}: {len(seeds)} models, epoch {epoch + 1}, loss {float(total) / steps_an_epoch / len(seeds):.4f}")
    return networks.eval()


def standards(plan, x, bags, chances) -> tuple[torch.Tensor, torch.Tensor]:
    shown = x if plan.kind == "reading" else torch.cat([channels(part) for part in x.split(65536)]).flatten(1)
    typical, scale = [], []
    for own in chances:
        # Every seventh bag gives the same mean.
        known = torch.nonzero(own > 0).flatten()[::7]
        rows = bags.rows[known.to(x.device)].flatten()
        seen = shown[rows[rows >= 0]]
        mean = seen.mean(0, dtype=torch.float64)
        typical.append(mean.float())
        scale.append((seen - mean.float()).pow(2).mean(0, dtype=torch.float64).sqrt().float() + 1e-6)
    standardised = plan.kind == "reading"
    return torch.stack(typical), torch.stack(scale) if standardised else torch.zeros(len(typical), 0)


def step_loss(networks: Networks, x, rows, label) -> torch.Tensor:
    plan = networks.plan
    models, count, longest = rows.shape
    mask = rows >= 0
    # The rows there are, first: padding is not computed.
    flat = mask.reshape(models, -1)
    used = int(flat.sum(1).max())
    place = torch.sort(flat.int(), dim=1, descending=True, stable=True).indices[:, :used]
    seen = x[rows.reshape(models, -1).gather(1, place).clamp(min=0)]
    seen = networks.look(vary(seen, plan) if plan.hardness else seen)
    seen = seen + torch.randn(seen.shape, device=x.device) * plan.noise
    logits = torch.zeros(models, count * longest, device=x.device).scatter(1, place, networks(seen))
    return bag_loss(logits.reshape(models, count, longest), mask, label, plan.per_message)


@torch.no_grad()
def logits_of(networks: Networks, x: torch.Tensor, rows_at_once: int = 4096) -> torch.Tensor:
    """models × rows, of every row by every model."""
    models = len(networks.weights[0])
    parts = [
        networks(networks.look(part[None].expand(models, *part.shape))) for part in x.split(rows_at_once)
    ]
    return torch.cat(parts, dim=1)
