/** A weighted sum: the log-odds of the positive class. */
export interface Model {
  readonly bias: number;
  readonly weights: number[];
}

/** The examples count as this many: the ridge penalty is 1 for each standardised weight. */
const EXAMPLES = 2000;
const STEPS = 40;

export const scoreOf = ({ bias, weights }: Model, values: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * (values[i] ?? 0), bias);

/** Logistic regression by Newton's method. `chances` are the weights of the examples. */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  chances: readonly number[],
): Model {
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const shares = chances.map((chance) => chance / total);
  const inputs = rows[0]?.length ?? 0;
  const overRows = (value: (row: readonly number[]) => number): number =>
    rows.reduce((sum, row, i) => sum + (shares[i] ?? 0) * value(row), 0);
  const means = Array.from({ length: inputs }, (_, j) => overRows((row) => row[j] ?? 0));
  const scales = means.map((mean, j) => Math.sqrt(overRows((row) => ((row[j] ?? 0) - mean) ** 2)) + 1e-6);
  const standard = rows.map((row) => [
    1,
    ...row.map((value, j) => (value - (means[j] ?? 0)) / (scales[j] ?? 1)),
  ]);
  let fitted = new Array<number>(inputs + 1).fill(0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = fitted.map((weight, j) => (j === 0 ? 0 : -weight));
    const curve = fitted.map((_, j): number[] => {
      const line = new Array<number>(inputs + 1).fill(0);
      line[j] = j === 0 ? 1e-6 : 1;
      return line;
    });
    standard.forEach((row, i) => {
      const odds = row.reduce((sum, value, j) => sum + value * (fitted[j] ?? 0), 0);
      const chance = 1 / (1 + Math.exp(-odds));
      const share = EXAMPLES * (shares[i] ?? 0);
      row.forEach((value, j) => {
        gradient[j] = (gradient[j] ?? 0) + share * ((labels[i] ?? 0) - chance) * value;
        const line = curve[j] ?? [];
        row.forEach((other, k) => {
          line[k] = (line[k] ?? 0) + share * chance * (1 - chance) * value * other;
        });
      });
    });
    const change = solve(curve, gradient);
    fitted = fitted.map((weight, j) => weight + (change[j] ?? 0));
  }
  const [offset = 0, ...own] = fitted;
  const weights = own.map((weight, j) => weight / (scales[j] ?? 1));
  return { bias: offset - scoreOf({ bias: 0, weights }, means), weights };
}

/** Gaussian elimination; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((line, i) => [...line, right[i] ?? 0]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const line = rows[pivot] ?? [];
    for (let i = 0; i < size; i++) {
      const other = rows[i];
      if (i === pivot || other === undefined) continue;
      const factor = (other[pivot] ?? 0) / (line[pivot] ?? 1);
      for (let j = pivot; j <= size; j++) other[j] = (other[j] ?? 0) - factor * (line[j] ?? 0);
    }
  }
  return rows.map((line, i) => (line[size] ?? 0) / (line[i] ?? 1));
}
