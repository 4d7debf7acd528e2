import type { sensors as en } from '../../en/admin/sensors.ts';
import type { Texts } from '../../texts.ts';

export const sensors: Texts<typeof en> = {
  title: 'Raumsensoren',
  about:
    'Bettmatten, Radare, Türkontakte und Rufanlagen. Ein Sturz oder ein Ruf alarmiert die Pflegekräfte wie ein Sturzmelder am Körper. Anderes erscheint auf der Übersicht.',
  add: 'Raumsensor hinzufügen',
  name: 'Name',
  nameHint: 'Was es ist und wo, zum Beispiel „Bettmatte, Zimmer 12“.',
  kind: 'Art (optional)',
  kindHint: 'Zum Beispiel: Bettmatte, Radar, Türkontakt, Rufanlage.',
  resident: 'Bewohner',
  residentHint: 'Um wen es bei seinen Meldungen geht.',
  whoeverLives: 'Wer in dem Zimmer wohnt',
  room: 'Zimmer (optional)',
  roomHint: 'Ohne Bewohner geht es bei seinen Meldungen um die Person in diesem Zimmer.',
  ward: 'Wohnbereich',
  allWards: 'Alle Wohnbereiche',
  none: 'Noch keine Raumsensoren.',
  caption: 'Raumsensoren',
  columns: {
    name: 'Name',
    kind: 'Art',
    about: 'Bewohner oder Zimmer',
    ward: 'Wohnbereich',
    lastEvent: 'Letzte Meldung',
    actions: 'Aktionen',
  },
  unknown: '–',
  never: 'Nie',
  connect: 'Anbinden',
  connection: {
    title: (name) => `${name} anbinden`,
    hint: 'Tragen Sie diese Werte im Raumsensor oder in seinem Gateway ein. Er meldet sich mit dem Token eines Dienstkontos an, das Meldungen von Raumsensoren senden darf.',
    id: 'ID des Raumsensors',
    http: 'HTTP-Adresse',
    mqtt: 'MQTT-Topic',
    results: 'MQTT-Antworten',
  },
  remove: 'Entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeHint: 'Vigil nimmt seine Meldungen nicht mehr an. Seine Stürze und Alarme bleiben.',
};
