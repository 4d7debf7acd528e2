import type { tokens as en } from '../en/tokens.ts';
import type { Texts } from '../texts.ts';

export const tokens: Texts<typeof en> = {
  scope: {
    read: 'Lesen (read)',
    respond: 'Auf Stürze reagieren und Nachrichten senden (respond)',
    ingest: 'Messwerte senden und Stürze melden (ingest)',
    manage: 'Bewohner, Sensoren, Wohnbereiche und Dienstpläne ändern (manage)',
  },
  scopes: 'Was damit möglich ist',
  used: (when) => `zuletzt benutzt ${when}`,
  unused: 'noch nicht benutzt',
  shown: {
    title: (name) => `Token von ${name}`,
    hint: 'Übertragen Sie dieses Token jetzt in das Programm. Es wird nicht noch einmal angezeigt.',
    done: 'Fertig',
  },
  own: {
    title: 'Zugriffstokens',
    about:
      'Ihre Programme melden sich mit einem Zugriffstoken statt mit Ihrem Passwort an. Damit ist nie mehr möglich, als Sie selbst dürfen.',
    manage: 'Zugriffstokens verwalten',
    none: 'Sie haben noch keine Zugriffstokens.',
    name: 'Name des Tokens',
    nameHint: 'Zum Beispiel das Programm, das es benutzt.',
    expires: 'Gültig für',
    days: { 7: '7 Tage', 30: '30 Tage', 90: '90 Tage', 365: '1 Jahr' },
    until: (day) => `Gültig bis ${day}`,
    expired: (day) => `Abgelaufen ${day}`,
    create: 'Token erstellen',
    remove: 'Löschen',
    removed: 'Das Token ist gelöscht. Programme, die es benutzen, sind abgemeldet.',
  },
  service: {
    title: 'Dienstkonten',
    card: 'Programme der Einrichtung, zum Beispiel die Rufanlage, nutzen Vigil mit eigenen Konten.',
    manage: 'Dienstkonten verwalten',
    scope: {
      read: 'Lesen (read)',
      respond: 'Auf Stürze reagieren (respond)',
      ingest: 'Ereignisse von Sensoren melden (ingest)',
      manage: 'Bewohner, Sensoren, Wohnbereiche und Dienstpläne ändern (manage)',
    },
    about:
      'Mit einem Dienstkonto nutzt ein Programm der Einrichtung Vigil, zum Beispiel die Rufanlage. Es ist keine Person: Niemand kann sich damit anmelden, und es erhält keine Alarme. Sein Token läuft nicht ab.',
    add: 'Dienstkonto hinzufügen',
    name: 'Name',
    nameHint: 'Verläufe und das Protokoll zeigen diesen Namen.',
    wards: 'Wohnbereiche (keiner gewählt: alle Bewohner)',
    allWards: 'Alle Bewohner',
    noWards: 'Kein Wohnbereich mehr',
    none: 'Noch keine Dienstkonten.',
    caption: 'Dienstkonten',
    columns: {
      name: 'Name',
      scopes: 'Darf',
      wards: 'Wohnbereiche',
      lastUsed: 'Zuletzt benutzt',
      actions: 'Aktionen',
    },
    never: '–',
    renew: 'Neues Token',
    renewTitle: (name) => `Neues Token für ${name}?`,
    renewHint: 'Das alte Token gilt sofort nicht mehr. Tragen Sie das neue im Programm ein.',
    remove: 'Löschen',
    removeTitle: (name) => `${name} löschen?`,
    removeHint:
      'Programme, die sein Token benutzen, werden sofort abgemeldet. Stürze, die es übernommen hat, sind wieder offen.',
  },
};
