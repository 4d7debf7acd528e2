import type { quality as en } from '../../en/admin/quality.ts';
import type { Texts } from '../../texts.ts';
import { duration, number, plural } from '../../words.ts';

export const quality: Texts<typeof en> = {
  show: 'Anzeigen',
  service: {
    title: 'Dienst',
    hint: 'Ob der Vigil-Server funktioniert.',
    words: {
      HEALTHY: 'Alles funktioniert.',
      DEGRADED:
        'Läuft mit Problemen: Stürze werden vielleicht ungenauer erkannt, oder Alarme kommen verspätet. Das Protokoll des Dienstes nennt die Ursache.',
      UNHEALTHY:
        'Funktioniert nicht. Stürze können unerkannt bleiben. Rufen Sie jetzt Ihren technischen Dienst.',
    },
    database: 'Datenbank',
    connected: 'verbunden',
    running: 'Läuft seit',
    uptime: (seconds) => duration(seconds * 1000),
    memory: 'Belegter Speicher',
    megabytes: (bytes) => `${number(Math.round(bytes / 1_000_000))} MB`,
    of: (used, free) => `${used}, ${free} frei`,
    version: 'Version',
    update: (version: string): string =>
      `Version ${version} ist verfügbar. Spielen Sie sie bald ein: Sie kann Sicherheitslücken schließen.`,
    asOf: 'Stand',
  },
  detector: {
    title: 'Güte der Erkennung',
    hint: 'Was Pflegekräfte vor Ort gefunden haben.',
    real: 'Echte Stürze',
    falseAlarms: 'Fehlalarme',
    none: 'Noch keine Ergebnisse. Pflegekräfte wählen ein Ergebnis, wenn sie einen Alarm abschließen.',
    sentence: (judged, real) =>
      `Von ${plural(judged, { one: 'geprüften Sturz', other: 'geprüften Stürzen' })} ${real === 1 ? 'war' : 'waren'} ${number(real)} echt: ${Math.round((100 * real) / judged)} %.`,
    devices: 'Sturzmelder mit den meisten Fehlalarmen',
    devicesHint:
      'Viele Fehlalarme eines Sturzmelders bedeuten oft, dass er locker sitzt oder an einer anderen Stelle getragen wird.',
    device: 'Sturzmelder',
    wearer: 'Getragen von',
  },
};
