export interface Tried {
  readonly rate: number;
  readonly holds: boolean;
}

export interface RateSearch<Step extends Tried> {
  /** 0 if the first rate failed. */
  readonly highest: number;
  readonly steps: readonly Step[];
}

export interface RateSearchParts<Step extends Tried> {
  readonly first: number;
  readonly mostSteps: number;
  readonly measure: (rate: number) => Promise<Step>;
}

/** Precision: the search ends when the highest good rate and the lowest failed rate differ by less than this. */
const CLOSE_ENOUGH = 1.08;
const GROWTH = 2;

/**
 * Finds the highest good rate: doubles it until it fails, then bisects by ratio. A failed rate is tried again, because a
 * single stall of the machine is not its limit.
 */
export async function searchRate<Step extends Tried>({
  first,
  mostSteps,
  measure,
}: RateSearchParts<Step>): Promise<RateSearch<Step>> {
  const steps: Step[] = [];
  const holds = async (rate: number): Promise<boolean> => {
    for (let attempt = 0; attempt < 2 && steps.length < mostSteps; attempt++) {
      const step = await measure(rate);
      steps.push(step);
      if (step.holds) return true;
    }
    return false;
  };
  let highest = 0;
  let failed = Number.POSITIVE_INFINITY;
  while (steps.length < mostSteps && failed > highest * CLOSE_ENOUGH) {
    const rate = nextRate(first, highest, failed);
    if (rate < 1) break;
    if (await holds(rate)) highest = rate;
    else failed = rate;
  }
  return { highest, steps };
}

function nextRate(first: number, highest: number, failed: number): number {
  if (failed === Number.POSITIVE_INFINITY) return Math.round(highest === 0 ? first : highest * GROWTH);
  return Math.round(highest === 0 ? failed / GROWTH : Math.sqrt(highest * failed));
}
