import type { morningQuestion as en } from '../en/morning-question.ts';
import type { Texts } from '../texts.ts';
import { plural, timeOfDay } from '../words.ts';

export const morningQuestion: Texts<typeof en> = {
  title: 'Letzte Nacht',
  sentence: ({ patientName, patientRoom, at, stillMinutes }) => {
    const whom = patientRoom === null ? patientName : `${patientName}, Zimmer ${patientRoom}`;
    const still = plural(stillMinutes, { one: 'Minute', other: 'Minuten' });
    return `Bitte sehen Sie nach ${whom}: ${timeOfDay(at)} Uhr eine heftige Bewegung, danach ${still} lang still.`;
  },
  answers: { well: 'Alles in Ordnung', had_fallen: 'War gestürzt', unknown: 'Nicht feststellbar' },
  hint: 'Es gab keinen Alarm. Ihre Antwort hilft der Erkennung.',
  movement: 'Bewegung ansehen',
};
