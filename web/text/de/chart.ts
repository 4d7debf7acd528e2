import type { chart as en } from '../en/chart.ts';
import type { Texts } from '../texts.ts';

export const chart: Texts<typeof en> = {
  empty: 'Keine Messwerte in diesem Zeitraum.',
  table: 'Als Tabelle zeigen',
  time: 'Zeit',
  extent: (label, low, high, last) => `${label}: zwischen ${low} und ${high}, zuletzt ${last}`,
};
