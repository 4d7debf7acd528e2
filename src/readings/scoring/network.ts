/**
 * Runs the layers that training/networks.py creates, in plain loops. A layer sees `kernel` steps in time (1: the whole
 * input at once). Weights are ordered by step, then by value, with one number for each output.
 */
export interface Layer {
  readonly kernel: number;
  readonly width: number;
  readonly out: number;
  readonly pooled: boolean;
  readonly weights: Float64Array;
  readonly bias: Float64Array;
}

export interface Network {
  /** Fill it, then call `logit`. */
  readonly input: Float64Array;
  logit(): number;
}

/**
 * Number of outputs summed in parallel, so that their sums stay in registers. Eight take a fifth less time than four.
 */
const PARALLEL_OUTPUTS = 8;

/**
 * A layer with buffers for its results. Outputs are padded to whole groups; the padding is not written to the results.
 */
interface Step {
  readonly kernel: number;
  readonly width: number;
  readonly out: number;
  readonly times: number;
  readonly groups: number;
  readonly weights: Float64Array;
  readonly bias: Float64Array;
  readonly sums: Float64Array;
  readonly pooled: Float64Array | undefined;
}

export function createNetwork(layers: readonly Layer[], inputLength: number): Network {
  const input = new Float64Array(inputLength);
  let values = inputLength;
  const steps = layers.map((layer) => {
    const step = stepOf(layer, values);
    values = (step.pooled ?? step.sums).length;
    return step;
  });
  const last = steps.length - 1;

  return {
    input,
    logit() {
      let from: Float64Array = input;
      for (let i = 0; i <= last; i++) {
        const step = steps[i];
        if (step === undefined) break;
        compute(step, from);
        if (step.pooled !== undefined) poolPairs(step.sums, step.out, step.pooled);
        else if (i < last) rectify(step.sums);
        from = step.pooled ?? step.sums;
      }
      return from[0] ?? Number.NaN;
    },
  };
}

function stepOf({ kernel, width, out, pooled, weights, bias }: Layer, values: number): Step {
  const times = kernel > 1 ? values / width : 1;
  const groups = Math.ceil(out / PARALLEL_OUTPUTS);
  const inputs = kernel * width;
  const grouped = new Float64Array(groups * inputs * PARALLEL_OUTPUTS);
  for (let i = 0; i < inputs; i++) {
    for (let j = 0; j < out; j++) {
      const group = Math.floor(j / PARALLEL_OUTPUTS);
      grouped[(group * inputs + i) * PARALLEL_OUTPUTS + (j % PARALLEL_OUTPUTS)] = weights[i * out + j] ?? 0;
    }
  }
  const biases = new Float64Array(groups * PARALLEL_OUTPUTS);
  biases.set(bias);
  return {
    kernel,
    width,
    out,
    times,
    groups,
    weights: grouped,
    bias: biases,
    sums: new Float64Array(times * out),
    pooled: pooled ? new Float64Array(Math.floor(times / 2) * out) : undefined,
  };
}

function compute(step: Step, from: Float64Array): void {
  const { kernel, width, out, times, groups, weights, bias, sums } = step;
  const reach = (kernel - 1) / 2;
  const inputs = kernel * width;
  for (let time = 0; time < times; time++) {
    // There are no values beyond either end, so those weights are skipped.
    const first = Math.max(0, time - reach);
    const start = first * width;
    const end = kernel > 1 ? Math.min(times, time + reach + 1) * width : width;
    const skipped = (first - time + reach) * width;
    for (let group = 0; group < groups; group++) {
      const at = group * PARALLEL_OUTPUTS;
      let weight = (group * inputs + skipped) * PARALLEL_OUTPUTS;
      let a = bias[at] ?? 0;
      let b = bias[at + 1] ?? 0;
      let c = bias[at + 2] ?? 0;
      let d = bias[at + 3] ?? 0;
      let e = bias[at + 4] ?? 0;
      let f = bias[at + 5] ?? 0;
      let g = bias[at + 6] ?? 0;
      let h = bias[at + 7] ?? 0;
      for (let i = start; i < end; i++) {
        const value = from[i] ?? 0;
        a += value * (weights[weight] ?? 0);
        b += value * (weights[weight + 1] ?? 0);
        c += value * (weights[weight + 2] ?? 0);
        d += value * (weights[weight + 3] ?? 0);
        e += value * (weights[weight + 4] ?? 0);
        f += value * (weights[weight + 5] ?? 0);
        g += value * (weights[weight + 6] ?? 0);
        h += value * (weights[weight + 7] ?? 0);
        weight += PARALLEL_OUTPUTS;
      }
      const into = time * out + at;
      const room = out - at;
      sums[into] = a;
      if (room > 1) sums[into + 1] = b;
      if (room > 2) sums[into + 2] = c;
      if (room > 3) sums[into + 3] = d;
      if (room > 4) sums[into + 4] = e;
      if (room > 5) sums[into + 5] = f;
      if (room > 6) sums[into + 6] = g;
      if (room > 7) sums[into + 7] = h;
    }
  }
}

function rectify(values: Float64Array): void {
  for (let i = 0; i < values.length; i++) if (!((values[i] ?? 0) > 0)) values[i] = 0;
}

/** Takes the maximum of each pair of time steps, at least 0; an odd last step is dropped. */
function poolPairs(values: Float64Array, out: number, into: Float64Array): void {
  for (let i = 0; i < into.length; i++) {
    const place = i + Math.floor(i / out) * out;
    into[i] = Math.max(0, values[place] ?? 0, values[place + out] ?? 0);
  }
}
