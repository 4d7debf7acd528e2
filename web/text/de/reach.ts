import type { reach as en } from '../en/reach.ts';
import type { Texts } from '../texts.ts';
import { dayAndTime, plural, timeOfDay } from '../words.ts';
import { common } from './common.ts';

export const reach: Texts<typeof en> = {
  title: 'Wer ist erreichbar?',
  titleOf: (ward) => `Wer ist erreichbar? ${ward}`,
  about:
    'Alarme auf offenen Seiten erreichen nur, wer gerade hinsieht. Ein funktionierender Benachrichtigungsweg erreicht die Person überall. Jede Person richtet ihre Wege unter Einstellungen ein und prüft sie dort.',
  summary: (count, all) => `${count} von ${plural(all, { one: 'Person', other: 'Personen' })} erreichbar.`,
  onDuty: (count, all) => `Im Dienst: ${count} von ${all}.`,
  noOneOnDuty: 'Niemand ist im Dienst.',
  none: 'Es gibt keine Pflegekräfte.',
  person: 'Person',
  duty: 'Im Dienst',
  until: (time) => `bis ${timeOfDay(time)}`,
  offDuty: 'Nicht im Dienst',
  reached: 'Erreichbar',
  yes: 'Ja',
  no: 'Nein',
  methods: 'Wege',
  noMethods: 'Keine',
  tested: 'Letzter Test',
  neverTested: 'Nie',
  state: {
    WORKING: 'funktioniert',
    UNCONFIRMED: 'nicht bestätigt',
    DISABLED: 'nach einem Fehler abgeschaltet',
    NOT_CONFIGURED: 'in diesem Dienst nicht eingerichtet',
  },
  kind: {
    webpush: 'Browser',
    email: 'E-Mail',
    ntfy: 'ntfy',
    webhook: 'Webhook',
    sms: 'SMS',
    call: 'Anruf',
    pager: 'Pager',
  },
  method: (kind, state) => `${kind}: ${state}`,
  failed: 'Die letzte Nachricht kam nicht an.',
  unreceived: 'Angenommen, aber nie angekommen.',
  ringsOnSilent: 'Klingelt auch stumm.',
  silentOnSilent: 'Klingelt stumm nicht.',
  night: {
    title: 'Letzte Nacht nicht erreicht',
    about: (from, to) =>
      `Von ${dayAndTime(from)} bis ${dayAndTime(to)}. Bei diesen Personen sind alle Nachrichten zu einem Sturz fehlgeschlagen oder nie angekommen.`,
    none: 'Niemand. Alle, die zu einem Sturz benachrichtigt wurden, haben es bekommen oder einen Weg, der das nicht meldet.',
    fall: 'Sturz',
    fallOf: (name, room, at) => `${timeOfDay(at)}, ${common.inRoom(name, room)}`,
    most: (count) => `Nur die neuesten ${count}.`,
  },
  unheardNight: 'In einer Nachtschicht, in der von keinem Telefon bekannt ist, dass es auch stumm klingelt.',
};
