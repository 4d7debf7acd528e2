/** Logistic regression with an L2 penalty, by Newton's method: small, exact and the same on every run. */
export interface Examples {
  /** Row by row, `width` columns, standardised by the caller. */
  x: Float64Array;
  y: Float64Array;
  weight: Float64Array;
  width: number;
}

const STEPS = 25;

/** Returns the weights, the intercept last. */
export function fitLogistic(examples: Examples, penalty: number, start?: Float64Array): Float64Array {
  const size = examples.width + 1;
  const beta = new Float64Array(size);
  if (start !== undefined) beta.set(start);
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  for (let step = 0; step < STEPS; step++) {
    accumulate(examples, beta, gradient, hessian);
    for (let j = 0; j < examples.width; j++) {
      gradient[j] = (gradient[j] ?? 0) - penalty * (beta[j] ?? 0);
      hessian[j * size + j] = (hessian[j * size + j] ?? 0) + penalty;
    }
    const delta = solve(hessian, gradient, size);
    let largest = 0;
    for (let j = 0; j < size; j++) {
      const change = Math.max(-2, Math.min(2, delta[j] ?? 0));
      beta[j] = (beta[j] ?? 0) + change;
      largest = Math.max(largest, Math.abs(change));
    }
    if (largest < 1e-5) break;
  }
  return beta;
}

export function sigmoid(z: number): number {
  return 1 / (1 + Math.exp(-z));
}

function accumulate(
  examples: Examples,
  beta: Float64Array,
  gradient: Float64Array,
  hessian: Float64Array,
): void {
  const { x, y, weight, width } = examples;
  const size = width + 1;
  gradient.fill(0);
  hessian.fill(0);
  const row = new Float64Array(size);
  row[width] = 1;
  for (let i = 0; i < y.length; i++) {
    const share = weight[i] ?? 0;
    if (share === 0) continue;
    let z = beta[width] ?? 0;
    for (let j = 0; j < width; j++) {
      const value = x[i * width + j] ?? 0;
      row[j] = value;
      z += value * (beta[j] ?? 0);
    }
    const p = sigmoid(z);
    const error = share * ((y[i] ?? 0) - p);
    const curvature = share * Math.max(1e-6, p * (1 - p));
    for (let j = 0; j < size; j++) {
      const value = row[j] ?? 0;
      gradient[j] = (gradient[j] ?? 0) + error * value;
      const scaled = curvature * value;
      for (let k = 0; k <= j; k++) {
        hessian[j * size + k] = (hessian[j * size + k] ?? 0) + scaled * (row[k] ?? 0);
      }
    }
  }
}

/** Cholesky: the penalised Hessian is symmetric and positive definite; only its lower half is read. */
function solve(matrix: Float64Array, right: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let j = 0; j < size; j++) {
    for (let k = 0; k <= j; k++) {
      let sum = matrix[j * size + k] ?? 0;
      for (let m = 0; m < k; m++) sum -= (lower[j * size + m] ?? 0) * (lower[k * size + m] ?? 0);
      lower[j * size + k] = j === k ? Math.sqrt(Math.max(sum, 1e-9)) : sum / (lower[k * size + k] ?? 1);
    }
  }
  const solution = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    let sum = right[j] ?? 0;
    for (let m = 0; m < j; m++) sum -= (lower[j * size + m] ?? 0) * (solution[m] ?? 0);
    solution[j] = sum / (lower[j * size + j] ?? 1);
  }
  for (let j = size - 1; j >= 0; j--) {
    let sum = solution[j] ?? 0;
    for (let m = j + 1; m < size; m++) sum -= (lower[m * size + j] ?? 0) * (solution[m] ?? 0);
    solution[j] = sum / (lower[j * size + j] ?? 1);
  }
  return solution;
}
