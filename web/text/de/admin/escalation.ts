import type { StepChannel, StepTarget } from '../../../api/records.ts';
import type { escalation as en } from '../../en/admin/escalation.ts';
import type { Texts } from '../../texts.ts';
import { listed, number, plural } from '../../words.ts';

/** `90 Sekunden`, `3 Minuten`, `2 Stunden`: in the largest unit without a fraction; the same in all cases used here. */
function span(seconds: number): string {
  if (seconds > 0 && seconds % 3600 === 0) return plural(seconds / 3600, { one: 'Stunde', other: 'Stunden' });
  if (seconds > 0 && seconds % 60 === 0) return plural(seconds / 60, { one: 'Minute', other: 'Minuten' });
  return plural(seconds, { one: 'Sekunde', other: 'Sekunden' });
}

/** `90 s`, `3 min`, `2 h`. */
function shortSpan(seconds: number): string {
  if (seconds % 3600 === 0) return `${number(seconds / 3600)} h`;
  return seconds % 60 === 0 ? `${number(seconds / 60)} min` : `${number(seconds)} s`;
}

const howOften = (times: number | null): string => {
  if (times === null) return 'bis eine Pflegekraft übernimmt';
  return times === 1 ? 'einmal' : `${times}-mal`;
};

const targets: Readonly<Record<StepTarget, string>> = {
  on_duty: 'Pflegekräfte im Dienst',
  assigned: 'alle zugeordneten Pflegekräfte',
  ward: 'alle Pflegekräfte des Wohnbereichs',
  ward_leads: 'Wohnbereichsleitungen',
  admins: 'Verwaltung',
};

const channels: Readonly<Record<StepChannel, string>> = {
  webpush: 'Benachrichtigung',
  email: 'E-Mail',
  ntfy: 'ntfy',
  webhook: 'persönlichen Webhook',
  sms: 'SMS',
  call: 'Anruf',
  pager: 'Pager',
};

const channelOptions: Readonly<Record<StepChannel, string>> = {
  webpush: 'Benachrichtigung',
  email: 'E-Mail',
  ntfy: 'ntfy',
  webhook: 'Persönlicher Webhook',
  sms: 'SMS',
  call: 'Anruf',
  pager: 'Pager',
};

export const escalation: Texts<typeof en> = {
  title: 'Eskalation',
  titleFor: (name) => `Eskalation für ${name}`,
  backToAll: 'Eskalation des Hauses',
  account: 'Konto',
  inherited: (name) =>
    `Für ${name} gilt die Eskalation des Wohnbereichs oder des Hauses. Was Sie hier speichern, gilt nur für ${name}.`,
  ownPolicy: (name) => `${name} hat eine eigene Eskalation.`,
  inheritAgain: 'Gemeinsame Eskalation verwenden',
  inheritTitle: 'Eskalation des Wohnbereichs oder des Hauses verwenden?',
  inheritHint: (name) => `Die eigene Eskalation für ${name} wird entfernt.`,
  ward: {
    title: 'Wohnbereiche',
    about: 'Ein Wohnbereich kann eine eigene Eskalation haben.',
    someWard: 'der Wohnbereich',
    inherited: (name) =>
      `Für ${name} gilt die Eskalation des Hauses. Was Sie hier speichern, gilt nur für diesen Wohnbereich.`,
    ownPolicy: (name) => `${name} hat eine eigene Eskalation.`,
    inheritAgain: 'Eskalation des Hauses verwenden',
    inheritTitle: 'Eskalation des Hauses verwenden?',
    inheritHint: (name) => `Die eigene Eskalation von ${name} wird entfernt.`,
  },
  words: {
    title: 'Wer wann benachrichtigt wird',
    about:
      'Alle Pflegekräfte des Bewohners sehen einen Sturz sofort auf der Übersicht. Außerdem werden sie benachrichtigt, bis eine von ihnen übernimmt:',
    step: (after, who, how) => {
      const people = listed(who.map((target) => targets[target]));
      const ways = listed(how.map((channel) => channels[channel]));
      return after === 0 ? `Sofort: ${people}, per ${ways}.` : `Nach ${span(after)}: ${people}, per ${ways}.`;
    },
    tick: (seconds) => (seconds === 0 ? '0' : shortSpan(seconds)),
    at: (after) => (after === 0 ? 'Sofort' : `+${shortSpan(after)}`),
    who: (who) => listed(who.map((target) => targets[target])),
    by: (how) => how.map((channel) => channelOptions[channel]).join(', '),
    reached: (names, more) =>
      `Erreicht zurzeit ${listed(more === 0 ? names : [...names, `${number(more)} weitere`])}.`,
    missed: (count, all) =>
      count === all
        ? 'Erreicht niemanden'
        : `Erreicht niemanden für ${number(count)} von ${plural(all, { one: 'Bewohner', other: 'Bewohnern' })}`,
    unfinished: 'Dieser Schritt ist unvollständig.',
    repeats: (times, every) =>
      `Danach wiederholt sich der letzte Schritt im Abstand von ${span(every)}, ${howOften(times)}.`,
    noRepeats: 'Der letzte Schritt wird nicht wiederholt.',
    end: 'Wenn niemand reagiert, steht im Protokoll ein Fehler.',
    fallback:
      'Wenn keine von ihnen im Dienst ist, wird das ganze Team benachrichtigt: zugeordnete Pflegekräfte und die des Wohnbereichs. Hat ein Wohnbereich keine Leitung, wird die Verwaltung benachrichtigt. Die Verwaltung wird auch zu Bewohnern ohne Pflegekräfte benachrichtigt.',
    gateways:
      'SMS, Anrufe und Pager funktionieren nur, wenn der Betreiber einen Anschluss dafür eingerichtet hat. Ein Schritt, der niemanden erreicht, geht zum nächsten Schritt über.',
  },
  edit: {
    title: 'Bearbeiten',
    underWay: 'Offene Alarme behalten die Eskalation, mit der sie begonnen haben.',
    step: (number) => `Schritt ${number}`,
    after: 'Nach',
    unit: 'Einheit',
    units: { '1': 'Sekunden', '60': 'Minuten', '3600': 'Stunden' },
    targets: 'Wer',
    targetOptions: {
      on_duty: 'Pflegekräfte im Dienst',
      assigned: 'Alle zugeordneten Pflegekräfte',
      ward: 'Alle Pflegekräfte des Wohnbereichs',
      ward_leads: 'Wohnbereichsleitungen',
      admins: 'Verwaltung',
    },
    channels: 'Wie',
    channelOptions,
    moveUp: 'Nach oben',
    moveDown: 'Nach unten',
    remove: 'Entfernen',
    add: 'Schritt hinzufügen',
    repeats: 'Wiederholung des letzten Schritts',
    until: 'Wiederholen',
    untilOptions: { claimed: 'Bis eine Pflegekraft übernimmt', times: 'Eine feste Anzahl' },
    times: 'Anzahl',
    every: 'Alle',
    save: 'Speichern',
    discard: 'Änderungen verwerfen',
    saved: 'Gespeichert. Die Eskalation gilt für alle neuen Stürze.',
    notSaved: 'Nicht gespeichert. Bitte prüfen Sie die markierten Felder.',
    toReach: 'Wer ist erreichbar?',
    unreached: (count, all) =>
      count === all
        ? 'Dieser Schritt erreicht zurzeit niemanden: Bei keiner dieser Personen funktioniert ein solcher Weg.'
        : `Dieser Schritt erreicht zurzeit niemanden für ${count} von ${plural(all, { one: 'Bewohner', other: 'Bewohnern' })}.`,
    errors: {
      order: 'Muss später sein als der vorige Schritt.',
      after: 'Geben Sie eine Zeit von 0 Sekunden bis 24 Stunden ein.',
      atLeastOne: 'Wählen Sie mindestens eines.',
      every: 'Geben Sie eine Zeit von 1 Sekunde bis 1 Stunde ein.',
      times: 'Geben Sie eine Zahl von 0 bis 20 ein.',
    },
  },
  webhooks: {
    title: 'Webhooks des Hauses',
    about: 'Senden Sie Ereignisse an Ihre eigene Software, etwa eine Rufanlage. Jede Nachricht ist signiert.',
    none: 'Noch keine Webhooks.',
    add: 'Webhook hinzufügen',
    url: 'Adresse',
    events: 'Ereignisse',
    eventOptions: {
      'fall.raised': 'Neuer Sturz',
      'fall.updated': 'Sturz auf eine höhere Stufe gesetzt',
      'response.changed': 'Reaktion und Ergebnis',
      'device.status': 'Sturzmelder, die ausfallen oder wiederkommen',
      'audit.head': 'Prüfsumme des Protokolls, einmal am Tag',
    },
    format: 'Format',
    formatOptions: { json: 'JSON', fhir: 'FHIR R4, für Gesundheitsakten' },
    confirm: 'Hinzufügen',
    secretTitle: 'Geheimnis des Webhooks',
    state: {
      ready: 'Bereit',
      disabled: 'Nach einem Fehler ausgeschaltet. Ein erfolgreicher Test schaltet ihn wieder ein.',
    },
    deleteTitle: 'Diesen Webhook löschen?',
    deleteHint: (url) => `Vigil sendet dann keine Ereignisse mehr an ${url}.`,
  },
};
