import { pluralsOf } from '../../platform/texts.ts';
import type { NotifyTexts } from './en.ts';

const plural = pluralsOf('de');

const minutes = (count: number): string =>
  plural(count, { one: `${count} Minute`, other: `${count} Minuten` });

const place = (room: string): string => (/^\d/.test(room) ? `Zimmer ${room}` : room);

const slot = ({
  wardName,
  shiftName,
  date,
}: {
  readonly wardName: string;
  readonly shiftName: string | null;
  readonly date: string;
}): string => `${wardName}, ${shiftName ?? 'frühere Schicht'} am ${date}`;

const FORMER_MEMBER = 'Ein früheres Mitglied';

export const de: NotifyTexts = {
  headlines: {
    falls: {
      NO_FALL: (name) => `Kein Sturz: ${name}`,
      SUSPICIOUS: (name) => `Möglicher Sturz: ${name}`,
      POTENTIAL: (name) => `Wahrscheinlicher Sturz: ${name}`,
      HIGH: (name) => `Sturz erkannt: ${name}`,
      CONFIRMED: (name) => `NOTFALL, Sturz bestätigt: ${name}`,
    },
    signs: {
      BED_EXIT: (name) => `${name} hat das Bett verlassen`,
      DOOR: (name) => `Tür geöffnet: ${name}`,
      INACTIVITY: (name) => `Keine Bewegung: ${name}`,
    },
    help: (name) => `NOTFALL: ${name} ruft um Hilfe`,
    checkIn: (name) => `${name} hat sich nicht gemeldet`,
    test: (headline) => `TEST, niemand ist gestürzt: ${headline}`,
    late: (headline, ago) => `${headline}, vor ${minutes(ago)}`,
    inRoom: (headline, room) => `${headline}, ${place(room)}`,
  },
  whereabouts: (name, room) => `${name}, ${place(room)}.`,
  fall: { body: 'Bitte melden Sie sich, wenn Sie hingehen.' },
  stillUnanswered: {
    title: (headline) => `Noch unbeantwortet: ${headline}`,
    body: 'Noch geht niemand hin. Bitte melden Sie sich.',
  },
  unreachable: {
    title: (headline) => `Keine Pflegekraft erreichbar: ${headline}`,
    body: 'Bei keiner Pflegekraft funktioniert eine Benachrichtigung. Bitte schicken Sie jemanden hin.',
  },
  handOff: {
    title: (giver, name) => `${giver} bittet Sie zu übernehmen: ${name}`,
    body: (giver) => `${giver} bleibt zuständig, bis Sie annehmen.`,
  },
  handOffDeclined: {
    title: (decliner, name) => `${decliner} kann nicht übernehmen: ${name}`,
    body: 'Sie bleiben zuständig. Geben Sie den Alarm an eine andere Pflegekraft ab oder geben Sie ihn frei.',
  },
  helpAgain: {
    title: (name, presses) =>
      presses === 1
        ? `NOTFALL: ${name} ruft um Hilfe`
        : `NOTFALL: ${name} ruft erneut um Hilfe (${presses}×)`,
    body: 'Noch geht niemand hin. Bitte melden Sie sich.',
    holderBody: (nextAt) =>
      `Sie sind zuständig. Um ${nextAt} Uhr rufen wir die Nächsten, wenn Sie den Alarm nicht vorher abschließen.`,
  },
  shiftEnd: {
    title: (name) => `Dienst zu Ende, Alarm noch offen: ${name}`,
    body: (holder) =>
      `${holder} wollte hingehen und ist nicht mehr im Dienst. Bitte prüfen Sie, ob eine Pflegekraft dort ist.`,
  },
  closing: {
    place,
    resolved: (where) => `Erledigt: ${where}`,
    resolvedBy: (where, by) => `Erledigt: ${where}, ${by}`,
    falseAlarm: (where) => `Fehlalarm: ${where}`,
    ok: (where) => `Erledigt: ${where}, alles in Ordnung`,
    body: 'Sie müssen nichts mehr tun.',
  },
  flood: {
    title: (name) => `Sehr viele Meldungen von ${name}: weitere werden ohne Alarm aufgezeichnet`,
    body: (perMinute, perHour) =>
      `Mehr als ${perMinute} Meldungen in einer Minute oder ${perHour} in einer Stunde. Bitte sehen Sie nach. ` +
      'Neue Meldungen stehen in der Liste der Stürze. Der Hilfeknopf eines Sturzmelders alarmiert Sie weiterhin.',
  },
  sensor: { body: (sensor) => `Gemeldet vom Raumsensor „${sensor}“. Bitte sehen Sie nach.` },
  sensorFlood: {
    title: (sensor, name) =>
      `Zu viele Meldungen vom Raumsensor „${sensor}“ (${name}): weitere werden ohne Alarm aufgezeichnet`,
    body: (perMinute, perHour) =>
      `Mehr als ${perMinute} Meldungen in einer Minute oder ${perHour} in einer Stunde. Bitte sehen Sie nach, auch nach dem Raumsensor.`,
  },
  morningQuestion: {
    title: (name) => `Bitte sehen Sie nach ${name}`,
    body: 'Es gibt eine Frage zur vergangenen Nacht. Bitte beantworten Sie sie auf der Übersicht.',
  },
  devices: {
    DEVICE_INACTIVE: ({ deviceName, patientName, limit }) =>
      `${deviceName} (${patientName}) hat seit ${minutes(limit)} nichts gesendet`,
    DEVICE_OFFLINE: ({ deviceName, patientName, limit }) =>
      plural(limit, {
        one: `${deviceName} (${patientName}) hat seit ${limit} Stunde nichts gesendet`,
        other: `${deviceName} (${patientName}) hat seit ${limit} Stunden nichts gesendet`,
      }),
    DEVICE_BATTERY_LOW: ({ deviceName, patientName, limit }) =>
      `${deviceName} (${patientName}) hat weniger als ${limit} % Akku`,
    DEVICE_NOT_WORN: ({ deviceName, patientName, limit }) =>
      `${deviceName} (${patientName}) hat sich seit ${minutes(limit)} nicht bewegt und wird wohl nicht getragen`,
  },
  deviceBody: 'Bitte sehen Sie nach dem Sturzmelder.',
  rosterGap: {
    upcoming: {
      title: (ward, shift, start) => `Keine Pflegekraft im Dienstplan: ${ward}, ${shift}, ${start}`,
      body: 'Bitte tragen Sie für diese Schicht eine Pflegekraft ein.',
    },
    begun: {
      title: (ward, shift, start) => `Jetzt keine Pflegekraft im Dienst: ${ward}, ${shift}, ${start}`,
      body: 'Die Schicht hat ohne Pflegekraft begonnen. Alarme gehen an das ganze Pflegeteam.',
    },
  },
  swapAsked: {
    title: (swap) => `${swap.fromName ?? FORMER_MEMBER} bittet Sie zu übernehmen: ${slot(swap)}`,
    body: 'Bitte nehmen Sie an oder lehnen Sie ab.',
  },
  swapAccepted: {
    title: (swap) =>
      `Tausch: ${swap.toName ?? FORMER_MEMBER} ersetzt ${swap.fromName ?? 'ein früheres Mitglied'}: ${slot(swap)}`,
    body: 'Der Dienstplan ist geändert.',
  },
  swapDeclined: {
    title: (swap) => `Tausch abgelehnt von ${swap.toName ?? 'einem früheren Mitglied'}: ${slot(swap)}`,
    body: ({ fromName }) => `${fromName ?? FORMER_MEMBER} bleibt im Dienstplan.`,
  },
  stationOffline: {
    title: (station) => `Stationstablet nicht verbunden: ${station}`,
    body: (station) => `Das Stationstablet „${station}“ ist nicht verbunden. Solange zeigt es keine Alarme.`,
  },
  pagerOffline: {
    title: 'Pager-Server nicht erreichbar',
    body: 'Vigil erreicht den Pager-Server nicht. Solange bekommen Pager und DECT-Telefone keine Alarme.',
  },
  clockDoubt: {
    title: 'Bitte die Uhr des Servers prüfen',
    body: {
      AHEAD: (clock) =>
        `Die Uhr zeigt ${clock}. Sie ist vorgesprungen, oder der Dienst war aus. Vigil löscht keine alten Daten, bis die Uhr wieder stimmt oder ein Admin sie bestätigt.`,
      BEHIND: (clock) =>
        `Die Uhr zeigt ${clock}, früher als zuvor. Vigil löscht keine alten Daten, bis die Uhr wieder stimmt oder ein Admin sie bestätigt.`,
      DATABASE: (clock) =>
        `Die Uhr zeigt ${clock}, und die Uhr der Datenbank weicht davon ab. Vigil löscht keine alten Daten, bis beide übereinstimmen. Bitte beide Uhren stellen.`,
    },
  },
  pathFailed: {
    title: 'Alarme kommen vielleicht nicht an',
    body: {
      prepared: (since) => `Die Datenbank ist seit ${since} nicht erreichbar.`,
      published: (since) => `Wearables können sich seit ${since} nicht verbinden.`,
      acknowledged: (since) => `Messwerte werden seit ${since} nicht gespeichert.`,
      raised: (since) => `Stürze werden seit ${since} nicht gemeldet.`,
      queued: (since) => `Stürze werden seit ${since} nicht eskaliert.`,
      delivered: (since) => `Benachrichtigungen werden seit ${since} nicht versandt.`,
      received: (since) => `Zustellungen werden seit ${since} nicht vermerkt.`,
    },
    over: (since, until) =>
      `Die Datenbank war von ${since} bis ${until} nicht erreichbar. Bitte prüfen, ob ein Alarm fehlt.`,
    check:
      'Bitte selbst nach den Bewohnern sehen, bis es wieder geht. Der Grund steht im Protokoll des Dienstes.',
  },
  pathRestored: {
    title: 'Alarme kommen wieder an',
    body: 'Ein Testalarm ist vom Messwert bis zur Benachrichtigung durchgekommen.',
  },
  neighbourDown: {
    title: (host) => `Vigil arbeitet nicht bei ${host}`,
    body: (since) =>
      `Der Dienst dort ist seit ${since} gestört. Seine Alarme kommen vielleicht nicht an. Bitte das Team dort verständigen.`,
  },
  neighbourBack: {
    title: (host) => `Vigil arbeitet wieder bei ${host}`,
    body: 'Der Dienst dort ist wieder in Ordnung.',
  },
  firmwareStopped: {
    title: (version) => `Firmware ${version} angehalten`,
    body: (failed) =>
      `${failed} Sturzmelder konnten sie nicht installieren. Sie wird nicht mehr angeboten. Öffnen Sie Firmware-Updates in der Konsole.`,
  },
  signOnAway: {
    title: 'Die zentrale Anmeldung antwortet nicht',
    body: (since, hours) =>
      `Die zentrale Anmeldung antwortet seit ${since} nicht. Niemand kann sich damit anmelden. Offene Sitzungen gelten noch höchstens ${hours} Stunden.`,
  },
  passwordUsed: {
    title: (person) => `${person} hat sich mit einem Passwort angemeldet`,
    body: (at) =>
      `Ein Notfallkonto der Verwaltung wurde am ${at} benutzt. Falls das nicht geplant war: bitte nachfragen und das Passwort ändern.`,
  },
  pinLocked: {
    title: (person) => `PIN gesperrt: ${person}`,
    body: (person, station, lockedMinutes) =>
      `Zu viele falsche PINs für ${person} am Stationstablet „${station}“. Die PIN ist für ${minutes(lockedMinutes)} gesperrt.`,
  },
  gathered: {
    title(count, emergencies, worst) {
      const alerts = plural(count, { one: `${count} Alarm`, other: `${count} Alarme` });
      if (emergencies === 0) return `${alerts}: ${worst}`;
      return plural(emergencies, {
        one: `${alerts} (${emergencies} Notfall): ${worst}`,
        other: `${alerts} (${emergencies} Notfälle): ${worst}`,
      });
    },
    more: (count) => plural(count, { one: 'und 1 weiterer', other: `und ${count} weitere` }),
    letter: (count) =>
      plural(count, {
        one: `${count} Alarm. Bitte melden Sie sich, wenn Sie hingehen.`,
        other: `${count} Alarme, der schwerste zuerst. Bitte melden Sie sich, wenn Sie hingehen.`,
      }),
    letterMore: (count) => plural(count, { one: 'Und 1 weiterer.', other: `Und ${count} weitere.` }),
  },
  test: {
    title: 'Test von Vigil',
    body: 'Benachrichtigungen funktionieren. Alarme bei Stürzen kommen hier an.',
  },
  verification: {
    title: 'Bestätigen Sie Ihre Adresse für Vigil',
    body: (code, validMinutes) =>
      `Ihr Code lautet ${code}. Er gilt ${minutes(validMinutes)}.\n\n` +
      'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Sie erhalten dann keine Alarme.',
  },
  brief: {
    place,
    happened: {
      NO_FALL: 'kein Sturz',
      SUSPICIOUS: 'möglicher Sturz',
      POTENTIAL: 'wahrscheinlich Sturz',
      HIGH: 'Sturz',
      CONFIRMED: 'NOTFALL, Sturz',
      help: 'NOTFALL, ruft um Hilfe',
      checkIn: 'hat sich nicht gemeldet',
    },
    test: (line) => `TEST: ${line}`,
    ago: (what, ago) => `${what}, vor ${ago} min`,
    stillUnanswered: 'NOCH OFFEN',
    unreachable: 'niemand erreichbar',
    helpAgain: (presses) =>
      presses === 1 ? 'NOTFALL, ruft um Hilfe' : `NOTFALL, ruft erneut um Hilfe (${presses}x)`,
    handOff: (giver) => `${giver} bittet Sie zu übernehmen`,
    handOffDeclined: (decliner) => `${decliner} kann nicht übernehmen`,
    shiftEnd: (holder) => `${holder} ist nicht mehr im Dienst, Alarm noch offen`,
  },
  labels: {
    claim: 'Ich gehe hin',
    claimFor: (name) => `Ich gehe hin: ${name}`,
    claimByMail: (link) => `Ich gehe hin (ein Tippen, ohne Anmeldung): ${link}`,
    show: 'Anzeigen',
    showAll: 'Alle anzeigen',
    showByMail: (link) => `Anzeigen: ${link}`,
    showAllByMail: (link) => `Alle anzeigen: ${link}`,
    time: (when, zone) => `Zeit: ${when} (${zone})`,
  },
};
