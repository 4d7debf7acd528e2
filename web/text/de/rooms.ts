import type { rooms as en } from '../en/rooms.ts';
import type { Texts } from '../texts.ts';

export const rooms: Texts<typeof en> = {
  room: (room) => `Zimmer ${room}`,
  state: {
    alert: 'Alarm',
    going: 'Hilfe kommt',
    silent: 'Kein Signal',
    notWorn: 'Nicht getragen',
    none: 'Kein Sturzmelder',
    battery: 'Akku schwach',
    charging: 'Lädt',
    away: 'Abwesend',
    live: 'Aktiv',
  },
  more: (count) => `${count} weitere`,
  noWard: 'Kein Wohnbereich',
  notOnPlan: 'Nicht auf dem Plan',
  plan: {
    title: 'Grundriss',
    about:
      'Ziehen Sie jedes Zimmer an seinen Platz, auf Wunsch über einem Bild des Wohnbereichs. Übersicht, Wandanzeige und Stationen des Wohnbereichs zeigen die Zimmer dann dort.',
    keys: 'Ziehen Sie ein Zimmer aus dem Plan, um es zu entfernen. Mit der Tastatur: Pfeiltasten verschieben ein Zimmer, mit Umschalt weiter; Entf entfernt es.',
    placed: (room, x, y) => `Zimmer ${room}, ${x} % von links, ${y} % von oben`,
    place: (room) => `Zimmer ${room} platzieren`,
    placeAll: 'Alle platzieren',
    noRooms: 'In diesem Wohnbereich hat noch kein Bewohner ein Zimmer.',
    upload: 'Bild hochladen',
    remove: 'Bild entfernen',
    save: 'Plan speichern',
    saved: 'Der Grundriss ist gespeichert.',
    clear: 'Zurück zum Raster',
    clearText: 'Das Bild und die Plätze aller Zimmer werden entfernt.',
    again: 'Neu öffnen',
    noPicture:
      'Diese Datei ist kein Bild, das angezeigt werden kann. Bitte wählen Sie eine PNG-, JPEG- oder WebP-Datei.',
    tooLarge:
      'Dieses Bild ist zu groß oder mehr als viermal so lang wie breit. Bitte wählen Sie ein anderes.',
  },
};
