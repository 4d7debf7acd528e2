import type { goalLines as en } from '../en/goal-lines.ts';
import type { Texts } from '../texts.ts';

export const goalLines: Texts<typeof en> = {
  median: 'Median bis zur Übernahme, gegen das Ziel',
  share: 'Anteil der Stürze, die im Ziel übernommen wurden',
  ofWeek: 'Woche',
  goal: 'Ziel',
  percent: (percent) => `${Math.round(percent)}\u00a0%`,
};
