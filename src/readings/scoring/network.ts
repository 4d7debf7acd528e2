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
 * Sums that stay in registers at once: of a convolution, four outputs at three time steps, which share the loads of
 * their weights (two thirds of the time of eight outputs at one step); of a dense layer, eight outputs.
 */
const CONVOLVED_OUTPUTS = 4;
const CONVOLVED_TIMES = 3;
const DENSE_OUTPUTS = 8;

/** A layer with buffers for its input and results. Outputs and times are padded to whole groups. */
interface Step {
  readonly kernel: number;
  readonly width: number;
  readonly out: number;
  readonly times: number;
  readonly groups: number;
  /** Number of outputs with their padding. */
  readonly stride: number;
  readonly weights: Float64Array;
  readonly bias: Float64Array;
  /** The input, between zeros for the time steps beyond either end. */
  readonly padded: Float64Array;
  readonly input: Float64Array;
  readonly sums: Float64Array;
  readonly pooled: boolean;
  /** Places of the inputs that are not 0, of a dense layer. */
  readonly places: Int32Array;
}

export function createNetwork(layers: readonly Layer[], inputLength: number): Network {
  let values = inputLength;
  const steps = layers.map((layer) => {
    const step = stepOf(layer, values);
    values = (layer.pooled ? Math.floor(step.times / 2) : step.times) * layer.out;
    return step;
  });
  const last = steps.length - 1;

  return {
    input: steps[0]?.input ?? new Float64Array(inputLength),
    logit() {
      for (let i = 0; i <= last; i++) {
        const step = steps[i];
        if (step === undefined) break;
        if (step.kernel > 1) convolve(step);
        else connect(step);
        const next = steps[i + 1];
        if (next === undefined) return step.sums[0] ?? Number.NaN;
        if (step.pooled) poolPairs(step, next.input);
        else rectify(step, next.input);
      }
      return Number.NaN;
    },
  };
}

function stepOf({ kernel, width, out, pooled, weights, bias }: Layer, values: number): Step {
  const isConvolution = kernel > 1;
  const times = isConvolution ? values / width : 1;
  const paddedTimes = isConvolution ? Math.ceil(times / CONVOLVED_TIMES) * CONVOLVED_TIMES : 1;
  const together = isConvolution ? CONVOLVED_OUTPUTS : DENSE_OUTPUTS;
  const groups = Math.ceil(out / together);
  const stride = groups * together;
  const padded = new Float64Array((paddedTimes + kernel - 1) * width);
  const start = ((kernel - 1) / 2) * width;
  const biases = new Float64Array(stride);
  biases.set(bias);
  return {
    kernel,
    width,
    out,
    times,
    groups,
    stride,
    weights: grouped(weights, kernel * width, out, together),
    bias: biases,
    padded,
    input: padded.subarray(start, start + values),
    sums: new Float64Array(paddedTimes * stride),
    pooled,
    places: new Int32Array(isConvolution ? 0 : width),
  };
}

/** The weights of `together` neighbouring outputs lie side by side. */
function grouped(weights: Float64Array, inputs: number, out: number, together: number): Float64Array {
  const ordered = new Float64Array(Math.ceil(out / together) * inputs * together);
  for (let i = 0; i < inputs; i++) {
    for (let j = 0; j < out; j++) {
      const group = Math.floor(j / together);
      ordered[(group * inputs + i) * together + (j % together)] = weights[i * out + j] ?? 0;
    }
  }
  return ordered;
}

function convolve({ kernel, width, times, groups, stride, weights, bias, padded, sums }: Step): void {
  const inputs = kernel * width;
  const width2 = 2 * width;
  for (let time = 0; time < times; time += CONVOLVED_TIMES) {
    const start = time * width;
    const end = start + inputs;
    let weight = 0;
    for (let group = 0; group < groups; group++) {
      const at = group * CONVOLVED_OUTPUTS;
      let a0 = bias[at] ?? 0;
      let b0 = bias[at + 1] ?? 0;
      let c0 = bias[at + 2] ?? 0;
      let d0 = bias[at + 3] ?? 0;
      let [a1, b1, c1, d1] = [a0, b0, c0, d0];
      let [a2, b2, c2, d2] = [a0, b0, c0, d0];
      for (let i = start; i < end; i++) {
        const x0 = padded[i] ?? 0;
        const x1 = padded[i + width] ?? 0;
        const x2 = padded[i + width2] ?? 0;
        const a = weights[weight] ?? 0;
        const b = weights[weight + 1] ?? 0;
        const c = weights[weight + 2] ?? 0;
        const d = weights[weight + 3] ?? 0;
        a0 += x0 * a;
        a1 += x1 * a;
        a2 += x2 * a;
        b0 += x0 * b;
        b1 += x1 * b;
        b2 += x2 * b;
        c0 += x0 * c;
        c1 += x1 * c;
        c2 += x2 * c;
        d0 += x0 * d;
        d1 += x1 * d;
        d2 += x2 * d;
        weight += CONVOLVED_OUTPUTS;
      }
      const into0 = time * stride + at;
      const into1 = into0 + stride;
      const into2 = into1 + stride;
      sums[into0] = a0;
      sums[into0 + 1] = b0;
      sums[into0 + 2] = c0;
      sums[into0 + 3] = d0;
      sums[into1] = a1;
      sums[into1 + 1] = b1;
      sums[into1 + 2] = c1;
      sums[into1 + 3] = d1;
      sums[into2] = a2;
      sums[into2 + 1] = b2;
      sums[into2 + 2] = c2;
      sums[into2 + 3] = d2;
    }
  }
}

/** About half of the inputs from another layer are 0, because they are rectified: those are left out. */
function connect({ width, groups, weights, bias, input, sums, places }: Step): void {
  let count = 0;
  for (let i = 0; i < width; i++) if (input[i] !== 0) places[count++] = i;
  for (let group = 0; group < groups; group++) {
    const at = group * DENSE_OUTPUTS;
    const start = group * width * DENSE_OUTPUTS;
    let a = bias[at] ?? 0;
    let b = bias[at + 1] ?? 0;
    let c = bias[at + 2] ?? 0;
    let d = bias[at + 3] ?? 0;
    let e = bias[at + 4] ?? 0;
    let f = bias[at + 5] ?? 0;
    let g = bias[at + 6] ?? 0;
    let h = bias[at + 7] ?? 0;
    for (let i = 0; i < count; i++) {
      const place = places[i] ?? 0;
      const value = input[place] ?? 0;
      const weight = start + place * DENSE_OUTPUTS;
      a += value * (weights[weight] ?? 0);
      b += value * (weights[weight + 1] ?? 0);
      c += value * (weights[weight + 2] ?? 0);
      d += value * (weights[weight + 3] ?? 0);
      e += value * (weights[weight + 4] ?? 0);
      f += value * (weights[weight + 5] ?? 0);
      g += value * (weights[weight + 6] ?? 0);
      h += value * (weights[weight + 7] ?? 0);
    }
    sums[at] = a;
    sums[at + 1] = b;
    sums[at + 2] = c;
    sums[at + 3] = d;
    sums[at + 4] = e;
    sums[at + 5] = f;
    sums[at + 6] = g;
    sums[at + 7] = h;
  }
}

/** A comparison with NaN is false: what cannot be computed counts as 0. */
function rectify({ sums, times, out, stride }: Step, into: Float64Array): void {
  for (let time = 0; time < times; time++) {
    for (let j = 0; j < out; j++) {
      const value = sums[time * stride + j] ?? 0;
      into[time * out + j] = value > 0 ? value : 0;
    }
  }
}

/** Takes the maximum of each pair of time steps, at least 0; an odd last step is dropped. */
function poolPairs({ sums, times, out, stride }: Step, into: Float64Array): void {
  for (let pair = 0; pair < times >> 1; pair++) {
    const first = 2 * pair * stride;
    for (let j = 0; j < out; j++) {
      const value = sums[first + j] ?? 0;
      const later = sums[first + stride + j] ?? 0;
      const most = value > later ? value : later;
      into[pair * out + j] = most > 0 ? most : 0;
    }
  }
}
