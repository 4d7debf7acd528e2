import type { detectionLimits as en } from '../en/detection-limits.ts';
import type { Texts } from '../texts.ts';
import { plural } from '../words.ts';

const only = 'nur, wenn der Bewohner liegen bleibt oder kein Signal kommt';
const every = 'bei jedem erkannten Sturz';

export const detectionLimits: Texts<typeof en> = {
  title: 'Wann Telefone klingeln',
  about:
    'Nach einem Aufprall prüft Vigil etwa zehn Sekunden lang, ob der Bewohner aufsteht. Übersicht und Stationstablets zeigen jeden Sturz sofort und mit Ton. Notfälle und Hilferufe werden nie zurückgehalten.',
  change: 'Ändern, wann Telefone klingeln',
  verify: {
    legend: 'Nach einem erkannten Sturz',
    only,
    every,
    on: `Telefone klingeln ${only}.`,
    onHint: 'Weniger Fehlalarme. Wer stürzt und weitergeht, steht nur auf der Übersicht.',
    off: `Telefone klingeln ${every}.`,
    offHint: 'Mehr Fehlalarme.',
  },
  sensitivity: {
    legend: 'Wie sicher Vigil sein muss',
    fewer: {
      label: 'Weniger Alarme',
      short: 'weniger Alarme',
      hint: 'Sanfte Stürze können unbemerkt bleiben.',
    },
    standard: { label: 'Standard', short: 'Standard', hint: '' },
    more: {
      label: 'Mehr Alarme',
      short: 'mehr Alarme',
      hint: 'Findet auch sanftere Stürze, mit mehr Fehlalarmen.',
    },
  },
  evaluated: (falls, alarms) =>
    `In Aufnahmen: Bei ${falls} von 100 Stürzen klingelt es, dazu etwa ${alarms} Fehlalarme pro Schicht.`,
  range: (low, high) => `${low} bis ${high}`,
  recordings: (hours) =>
    `Die Aufnahmen zeigen Freiwillige, die Stürze nachstellen und liegen bleiben, und ${hours} Stunden Alltag. Sie sind nur ein Anhaltspunkt: Ihre Bewohner bewegen sich anders. Eine Schicht sind 8 Stunden in einem Wohnbereich mit 25 Bewohnern, in dem Telefone nur klingeln, wenn jemand liegen bleibt. Die Zahlen hängen auch davon ab, wie viel die Sturzmelder senden.`,
  effect: (rung, judged) =>
    `Hier, letzte 30 Tage: ${plural(rung, { one: 'Alarm hätte', other: 'Alarme hätten' })} geklingelt${judged && ` (darunter ${judged})`}.`,
  realFalls: ({ rung, all }) => `${rung} von ${all} echten Stürzen`,
  falseAlarms: ({ rung, all }) => `${rung} von ${all} Fehlalarmen`,
  like: {
    ward: (choice) => `Wie im Wohnbereich${choice === undefined ? '' : `: ${choice}`}`,
    organisation: (choice) => `Wie im Haus${choice === undefined ? '' : `: ${choice}`}`,
  },
};
