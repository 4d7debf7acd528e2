import { AREA, type Axis } from './chart.ts';

export interface Scale {
  place(value: number): number;
  readonly axis: Axis;
}

export interface ScaleParts {
  readonly label: string;
  readonly scale: 'linear' | 'log';
}

const TICKS = 6;
const ROUND = [1, 2, 5, 10];

/** 1, 2 or 5 times a power of ten, for about this number of steps. */
export function roundStep(range: number, ticks: number): number {
  const rough = range / ticks;
  const power = 10 ** Math.floor(Math.log10(rough));
  return (ROUND.find((factor) => factor * power >= rough) ?? 10) * power;
}

export function tickText(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`;
  return String(Number(value.toPrecision(3)));
}

function scaleOf({ label, scale }: ScaleParts, values: readonly number[], from: number, to: number): Scale {
  const ticks = scale === 'log' ? logTicks(values) : linearTicks(values);
  const measure = scale === 'log' ? Math.log10 : (value: number) => value;
  const [low, high] = [measure(ticks[0] ?? 0), measure(ticks.at(-1) ?? 1)];
  const place = (value: number): number =>
    from + ((measure(Math.max(value, ticks[0] ?? 0)) - low) / (high - low)) * (to - from);
  return { place, axis: { label, ticks: ticks.map((tick) => ({ at: place(tick), text: tickText(tick) })) } };
}

/** Starts at 0, so that a constant cost looks constant. */
function linearTicks(values: readonly number[]): number[] {
  const step = roundStep(Math.max(...values, Number.MIN_VALUE), TICKS);
  return Array.from({ length: Math.ceil(Math.max(...values) / step) + 1 }, (_, i) => i * step);
}

function logTicks(values: readonly number[]): number[] {
  const least = Math.floor(Math.log10(Math.min(...values.filter((value) => value > 0))));
  const most = Math.ceil(Math.log10(Math.max(...values)));
  return Array.from({ length: Math.max(2, most - least + 1) }, (_, i) => 10 ** (least + i));
}

export const xScale = (parts: ScaleParts, values: readonly number[]): Scale =>
  scaleOf(parts, values, AREA.left, AREA.right);
export const yScale = (parts: ScaleParts, values: readonly number[]): Scale =>
  scaleOf(parts, values, AREA.bottom, AREA.top);
