import type { bedside as en } from '../en/bedside.ts';
import type { Texts } from '../texts.ts';

export const bedside: Texts<typeof en> = {
  injury: 'Verletzt?',
  injuries: { NONE: 'Nein', MINOR: 'Leicht', SERIOUS: 'Schwer' },
  location: 'Wo lag die Person?',
  places: ['Am Bett', 'Bad', 'Zimmer', 'Flur', 'Speiseraum', 'Draußen'],
  doctor: 'Arzt informiert?',
  family: 'Angehörige informiert?',
  yes: 'Ja',
  no: 'Nein',
  replaces: (before) => `Ersetzt im Sturzprotokoll: ${before}`,
  later: 'Das Sturzprotokoll konnte nicht geladen werden. Sie können es später ausfüllen.',
};
