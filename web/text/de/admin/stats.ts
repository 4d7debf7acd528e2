import type { stats as en } from '../../en/admin/stats.ts';
import type { Texts } from '../../texts.ts';
import { duration, number, plural } from '../../words.ts';

export const stats: Texts<typeof en> = {
  title: 'Statistik',
  service: {
    title: 'Dienst',
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
    asOf: 'Stand',
  },
  figures: {
    title: 'Heute',
    users: 'Konten',
    devices: 'Aktive Sturzmelder',
    falls: 'Stürze heute',
    risk: 'Bewohner mit hohem Risiko',
    assignments: 'Zuordnungen von Pflegekräften',
  },
  days: {
    title: 'Stürze der letzten 30 Tage',
    falls: 'Stürze pro Tag',
    found: 'Ergebnisse',
    real: 'Echte Stürze',
    falseAlarms: 'Fehlalarme',
    count: (count) => String(Math.round(count)),
    hint: (zone) =>
      `Tage sind in der Zeitzone des Hauses (${zone}). Mögliche Stürze zählen nicht, weil sie keinen Alarm auslösen.`,
  },
  detector: {
    title: 'Güte der Erkennung',
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
