interface Place {
  readonly x: number;
  readonly y: number;
}

/** In percent of the plan. */
const STEP = 1;
const LARGE_STEP = 5;

export const STEPS: ReadonlyMap<string, Place> = new Map([
  ['ArrowLeft', { x: -STEP, y: 0 }],
  ['ArrowRight', { x: STEP, y: 0 }],
  ['ArrowUp', { x: 0, y: -STEP }],
  ['ArrowDown', { x: 0, y: STEP }],
]);

/** With a tenth of a percent, a pixel on a large screen. */
const onPlan = (value: number): number => Math.round(10 * Math.min(100, Math.max(0, value))) / 10;

export const within = ({ x, y }: Place): Place => ({ x: onPlan(x), y: onPlan(y) });

export function moved({ x, y }: Place, step: Place, isFar: boolean): Place {
  const times = isFar ? LARGE_STEP : 1;
  return within({ x: x + times * step.x, y: y + times * step.y });
}

/** Half a tile. */
const NEAR = { x: 5, y: 6 };
const COLUMNS = 8;
const ROWS = 8;

/** Places for new rooms, from the upper left, where no room is yet; beyond those in a row as if there were none. */
export function freePlaces(taken: readonly Place[], count: number): readonly Place[] {
  const all = Array.from({ length: COLUMNS * ROWS }, (_, place) => ({
    x: ((place % COLUMNS) + 0.5) * (100 / COLUMNS),
    y: (Math.floor(place / COLUMNS) + 0.5) * (100 / ROWS),
  }));
  const isFree = ({ x, y }: Place) =>
    !taken.some((other) => Math.abs(other.x - x) < NEAR.x && Math.abs(other.y - y) < NEAR.y);
  return [...all.filter(isFree), ...all].slice(0, count).map(within);
}
