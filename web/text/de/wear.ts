import type { wear as en } from '../en/wear.ts';
import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

export const wear: Texts<typeof en> = {
  title: 'Telefon als Sturzmelder',
  about: 'Diese Seite macht Ihr Telefon zum Sturzmelder, solange sie offen ist.',
  limits:
    'Zum Ausprobieren, für Übungen und für Personal, das nachts allein ist. Nicht für Bewohner: Ein Telefon mit ausgeschaltetem Bildschirm misst und sendet nichts.',
  noScript: 'Diese Seite braucht JavaScript. Schalten Sie es in den Einstellungen Ihres Browsers ein.',
  start: 'Los',
  startHint: 'Tragen Sie das Telefon dann bei sich, mit dieser Seite auf dem Bildschirm.',
  stop: 'Dieses Telefon nicht mehr verwenden',
  stopHint: 'Das Telefon vergisst seinen Code. Um es wieder zu verwenden, scannen Sie den QR-Code.',
  noCode: 'Noch kein Sturzmelder',
  noCodeHint:
    'Scannen Sie mit der Kamera den QR-Code eines Sturzmelders. Fügen Sie dazu in Vigil einen Sturzmelder hinzu, oder erzeugen Sie ein neues Token, und wählen Sie „Telefon verwenden“.',
  insecure: 'Diese Seite braucht HTTPS',
  insecureHint:
    'Browser lassen eine Seite den Bewegungssensor nur über HTTPS lesen. Öffnen Sie diese Seite mit einer Adresse, die mit https:// beginnt.',
  openSecure: 'Mit HTTPS öffnen',
  sensor: {
    refused: 'Dieser Browser lässt die Seite den Bewegungssensor nicht lesen.',
    refusedHint:
      'Schließen Sie auf einem iPhone diese Seite, scannen Sie den Code noch einmal, und drücken Sie „Erlauben“. Erlauben Sie in anderen Browsern dieser Seite in den Website-Einstellungen die Bewegungssensoren.',
    none: 'Kein Bewegungssensor',
    noneHint:
      'Dieses Gerät oder sein Browser meldet keine Bewegung. Verwenden Sie ein Telefon, und erlauben Sie dieser Seite die Bewegungssensoren.',
  },
  noGyro: 'Dieses Telefon meldet keine Drehung. Stürze werden weniger genau erkannt.',
  trace: 'Was der Bewegungssensor spürt',
  state: {
    sensing: 'Achtet auf Stürze',
    offline: 'Keine Verbindung',
    hidden: 'Pause: Der Bildschirm ist aus',
    connecting: 'Verbindet …',
  },
  offlineHint: 'Wenn Sie jetzt stürzen, erfahren es Ihre Pflegekräfte, sobald die Verbindung wieder da ist.',
  waiting: (count) =>
    `${plural(count, { one: 'Messwert wartet', other: 'Messwerte warten' })} auf das Senden.`,
  dropped: (count) =>
    `Die Verbindung war zu lange weg: ${plural(count, { one: 'alter Messwert ist', other: 'alte Messwerte sind' })} verloren.`,
  disabled: 'Dieser Sturzmelder ist in Vigil ausgeschaltet: Seine Messwerte werden abgelehnt.',
  rejected: 'Vigil lehnt die Messwerte dieses Telefons ab.',
  screen:
    'Der Bildschirm geht vielleicht von selbst aus. Stellen Sie das Telefon so ein, dass er an bleibt, oder berühren Sie ihn von Zeit zu Zeit.',
  over: 'Dieser Code gilt nicht mehr',
  overHint:
    'Der Sturzmelder hat ein neues Token bekommen oder ist entfernt worden. Scannen Sie den neuen QR-Code, um weiterzumachen.',
  replaced: 'Ein anderes Telefon verwendet diesen Code',
  replacedHint: 'Nur ein Telefon zugleich kann dieser Sturzmelder sein.',
  takeBack: 'Wieder dieses Telefon verwenden',
  help: 'Hilfe',
  helpHint: 'Ruft Ihre Pflegekräfte.',
  ok: 'Mir geht es gut',
  fell: 'Sind Sie gestürzt?',
  left: (seconds) => `Wir rufen in ${seconds} s Hilfe.`,
  calling: 'Hilfe wird gerufen',
  called: 'Ihre Pflegekräfte werden alarmiert. Bleiben Sie, wo Sie sind, wenn Bewegung wehtut.',
  coming: (name) => `${name} kommt`,
  inMinutes: (minutes) => `In etwa ${plural(minutes, { one: 'Minute', other: 'Minuten' })}.`,
  again: 'Drücken Sie „Hilfe“, wenn es schlimmer wird.',
  notTold: 'Keine Verbindung: Noch weiß niemand davon.',
  notToldHint:
    'Ihr Knopfdruck wird gesendet, sobald die Verbindung wieder da ist. Rufen Sie laut, oder telefonieren Sie, wenn Sie können.',
  telling: 'Wird gesendet …',
  refused: {
    ok: 'Vigil hat „Mir geht es gut“ nicht angenommen: Es gibt keinen Sturz abzubrechen.',
    help: 'Das hat nicht geklappt. Drücken Sie noch einmal, oder rufen Sie jemanden an.',
  },
  cancelled: 'Sie haben gesagt, dass es Ihnen gut geht. Ihre Pflegekräfte wissen es.',
  closedBy: (name) => `${name} hat sich darum gekümmert.`,
  closed: 'Darum hat sich jemand gekümmert.',
};
