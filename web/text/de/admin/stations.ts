import type { stations as en } from '../../en/admin/stations.ts';
import type { Texts } from '../../texts.ts';

export const stations: Texts<typeof en> = {
  title: 'Stationstablets',
  about:
    'Ein Stationstablet nutzen Pflegekräfte gemeinsam. Es zeigt die Übersicht eines Wohnbereichs, und sie handeln dort mit ihrem Namen und ihrer PIN.',
  add: 'Stationstablet hinzufügen',
  name: 'Name',
  nameHint: 'Wo das Tablet ist, zum Beispiel „Wohnbereich 2, Dienstzimmer“.',
  ward: 'Wohnbereich',
  allWards: 'Alle Wohnbereiche',
  none: 'Noch keine Stationstablets.',
  caption: 'Stationstablets',
  columns: {
    name: 'Name',
    ward: 'Wohnbereich',
    status: 'Status',
    lastSeen: 'Zuletzt verbunden',
    actions: 'Aktionen',
  },
  status: { waiting: 'Wartet auf ein Tablet', connected: 'Verbunden', lost: 'Nicht verbunden' },
  never: '–',
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeHint: 'Das Tablet zeigt sofort keine Alarme mehr. Um es wieder zu nutzen, fügen Sie ein neues hinzu.',
  code: {
    title: 'Tablet einrichten',
    hint: 'Öffnen Sie diese Adresse auf dem Tablet, oder scannen Sie damit das Bild. Der Code gilt einmal, innerhalb von 10 Minuten.',
    address: 'Adresse',
    code: 'Code',
    qr: 'QR-Code mit der Adresse und dem Code',
    done: 'Fertig',
  },
};
