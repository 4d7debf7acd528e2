import type { messages as en } from '../en/messages.ts';
import type { Texts } from '../texts.ts';
import { plural } from '../words.ts';

export const messages: Texts<typeof en> = {
  title: 'Nachrichten',
  conversations: 'Gespräche',
  none: 'Noch keine Gespräche.',
  unread: (count) => plural(count, { one: 'neue', other: 'neue' }),
  you: (content) => `Sie: ${content}`,
  write: 'Neue Nachricht',
  to: 'An',
  choose: 'Auswählen …',
  noCaregivers:
    'Sie haben noch keine Pflegekräfte. Sobald Sie welche haben, können Sie ihnen hier schreiben.',
  noResidents:
    'Ihnen sind noch keine Bewohner zugeordnet. Sobald es welche sind, können Sie ihnen hier schreiben.',
  message: 'Nachricht',
  send: 'Senden',
  back: 'Alle Gespräche',
  with: (name) => `Gespräch mit ${name}`,
  empty: (name) => `Noch keine Nachrichten mit ${name}.`,
  cannotReply: (name) =>
    `Sie können diese Nachrichten lesen, aber nicht antworten: Sie und ${name} gehören nicht zum selben Team.`,
  earlier: 'Frühere Nachrichten',
  unknownPerson: 'Unbekannte Person',
  seen: 'Gelesen',
  mine: 'Sie',
  notLive:
    'Ihre Pflegekräfte lesen Nachrichten nicht rund um die Uhr. Wenn Sie jetzt Hilfe brauchen, drücken Sie auf Ihrer Seite „Ich brauche Hilfe“.',
};
