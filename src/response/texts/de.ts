import { pluralsOf } from '../../platform/texts.ts';
import type { ResponseTexts } from './en.ts';

const plural = pluralsOf('de');

export const de: ResponseTexts = {
  calendar: { noCaregiver: 'Keine Pflegekraft' },

  claim: {
    levels: {
      NO_FALL: 'Kein Sturz',
      SUSPICIOUS: 'Möglicher Sturz',
      POTENTIAL: 'Wahrscheinlicher Sturz',
      HIGH: 'Sturz erkannt',
      CONFIRMED: 'Notfall: Sturz bestätigt',
    },
    test: 'Probe. Niemand ist gestürzt.',
    help: 'Notfall: Hilferuf',
    checkIn: 'Nicht gemeldet',
    signs: { BED_EXIT: 'Bett verlassen', DOOR: 'Tür geöffnet', INACTIVITY: 'Keine Bewegung' },
    room: (room) => (/^\d/.test(room) ? `Zimmer ${room}` : room),
    location: (location) => `Gemeldeter Ort: ${location}`,
    ago: (minutes) => plural(minutes, { one: 'vor 1 Minute', other: `vor ${minutes} Minuten` }),
    offered: (holder) => `${holder} bittet Sie zu übernehmen und bleibt zuständig, bis Sie annehmen.`,
    question: (caregiver) => `Sie sind ${caregiver}. Gehen Sie hin?`,
    go: 'Ich gehe hin',
    show: 'Sturz anzeigen',
    onTheWay: {
      title: 'Sie sind unterwegs',
      body: (caregiver, patient) => `${caregiver}, alle sehen, dass Sie zu ${patient} gehen.`,
    },
    resolved: {
      title: 'Schon abgeschlossen',
      body: (by) => `${by} hat den Alarm abgeschlossen.`,
      bodyWithoutName: 'Der Alarm ist abgeschlossen. Sie müssen nicht hingehen.',
    },
    claimed: {
      title: (holder) => `${holder} hat diesen Sturz übernommen`,
      body: (holder, patient) => `${holder} geht zu ${patient}.`,
    },
  },
};
