import type { firmware as en } from '../../en/admin/firmware.ts';
import type { Texts } from '../../texts.ts';
import { plural } from '../../words.ts';

const wearables = (count: number): string => plural(count, { one: 'Sturzmelder', other: 'Sturzmeldern' });

export const firmware: Texts<typeof en> = {
  title: 'Firmware-Updates',
  versions: {
    title: 'Versionen im Einsatz',
    version: 'Version',
    model: 'Modell',
    wearables: 'Sturzmelder',
    unknown: 'nicht gemeldet',
    old: 'Update verfügbar',
    empty: 'Noch keine Sturzmelder.',
  },
  images: {
    title: 'Hochgeladene Versionen',
    empty: 'Noch keine Version hochgeladen.',
    model: (model) => (model === null ? 'Für Sturzmelder, die kein Modell melden' : `Für ${model}`),
    uploaded: 'Hochgeladen',
    nobody: 'Noch nicht angeboten.',
    offeredTo: 'Angeboten',
    all: 'alle Sturzmelder',
    part: (percent, whom) => `${percent} %, ${whom}`,
    goneWard: 'ein Wohnbereich',
    stopped: 'Angehalten: Zu viele Sturzmelder sind gescheitert. Bieten Sie sie erneut an, um fortzufahren.',
    progress: (version) => `Sturzmelder mit Version ${version}`,
    installed: (done, all) => `${done} von ${wearables(all)} installiert`,
    states: {
      offered: 'Angeboten',
      loading: 'Wird geladen',
      installed: 'Installiert',
      failed: 'Gescheitert',
      rolled_back: 'Zurückgekehrt',
    },
  },
  rollOut: {
    button: 'Anbieten',
    title: (version) => `Version ${version} anbieten`,
    share: 'Anteil in %',
    shareHint: 'Beginnen Sie klein. Ein größerer Anteil enthält alle Sturzmelder des kleineren.',
    whom: 'Sturzmelder',
    again: 'Auch dort erneut, wo sie gescheitert ist',
    done: (version) => `Version ${version} wird angeboten.`,
  },
  failures: {
    button: 'Fehler zeigen',
    title: (version) => `Fehler bei Version ${version}`,
    wearable: 'Sturzmelder',
    resident: 'Bewohner',
    state: 'Stand',
    reason: 'Grund',
    since: 'Seit',
    none: 'Keine Fehler.',
    noReason: 'nicht genannt',
  },
  remove: {
    button: 'Löschen',
    title: (version) => `Version ${version} löschen?`,
    confirm: 'Version löschen',
    hint: 'Sie wird nicht mehr angeboten. Sturzmelder, die sie installiert haben, behalten sie.',
  },
  upload: {
    title: 'Version hochladen',
    file: 'Datei',
    fileHint: 'Ziehen Sie die Datei hierher, oder wählen Sie sie aus. Höchstens 16 MiB.',
    noFile: 'Wählen Sie eine Datei aus.',
    version: 'Version',
    model: 'Modell (freiwillig)',
    modelHint:
      'Nur Sturzmelder, die dieses Modell melden, bekommen die Version angeboten. Ohne Angabe: die, die keines melden.',
    signature: 'Signatur',
    signatureHint: 'Base64, mit Ihrem Schlüssel gemacht. Die Dokumentation zeigt, wie.',
    submit: 'Hochladen',
    done: (version) => `Version ${version} ist hochgeladen. Bieten Sie sie jetzt an.`,
  },
};
