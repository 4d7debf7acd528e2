import type { Figures } from './metrics.ts';

/** Minimum values of an evaluation; a missing value is not checked. */
export interface Bars {
  readonly sensitivity?: number;
  readonly specificity?: number;
  readonly falseAlarmsPerHour?: number;
  readonly medianDelayS?: number;
}

/** Minimum values of the released weights; a way of sending without bars is only reported. */
export const DEFAULT_BARS: Readonly<Record<string, Bars>> = {
  reading: { sensitivity: 0.9, specificity: 0.96, falseAlarmsPerHour: 9, medianDelayS: 2.5 },
  samples: { sensitivity: 0.93, specificity: 0.97, falseAlarmsPerHour: 8, medianDelayS: 2 },
};

const NAMES: Readonly<Record<string, keyof Bars>> = {
  sensitivity: 'sensitivity',
  specificity: 'specificity',
  'false-alarms': 'falseAlarmsPerHour',
  delay: 'medianDelayS',
};

/** `sensitivity=0.9,false-alarms=10`; `none` sets no bars. */
export function parseBars(text: string): Bars {
  if (text === 'none') return {};
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', value = ''] = part.split('=');
      const bar = NAMES[name.trim()];
      if (bar === undefined || value.trim() === '' || Number.isNaN(Number(value))) {
        throw new Error(`--bars: ${part} is none of ${Object.keys(NAMES).join('=…, ')}=…`);
      }
      return [bar, Number(value)];
    }),
  );
}

/** Rounds as the report does: 8.04 false alarms per hour are 8.0. */
export function missedBars(figures: Figures, bars: Bars): string[] {
  const missed: string[] = [];
  const percent = (share: number) => Math.round(share * 1000) / 10;
  const tenth = (value: number) => Math.round(value * 10) / 10;
  const { sensitivity, specificity, falseAlarmsPerHour, medianDelayS } = bars;
  if (sensitivity !== undefined && percent(figures.sensitivity) < percent(sensitivity))
    missed.push(`sensitivity ${percent(figures.sensitivity)} % < ${percent(sensitivity)} %`);
  if (specificity !== undefined && percent(figures.specificity) < percent(specificity))
    missed.push(`specificity ${percent(figures.specificity)} % < ${percent(specificity)} %`);
  if (falseAlarmsPerHour !== undefined && tenth(figures.falseAlarmsPerHour) > falseAlarmsPerHour)
    missed.push(`${tenth(figures.falseAlarmsPerHour)} false alarms/h > ${falseAlarmsPerHour}`);
  if (medianDelayS !== undefined && !(tenth(figures.medianDelayS) <= medianDelayS))
    missed.push(`median delay ${tenth(figures.medianDelayS)} s > ${medianDelayS} s`);
  return missed;
}
