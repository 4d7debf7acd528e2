import type { residentImport as en } from '../../en/admin/import.ts';
import type { Texts } from '../../texts.ts';
import { plural } from '../../words.ts';

const residents = (count: number): string => plural(count, { one: 'Bewohner', other: 'Bewohner' });
const lines = (count: number): string => plural(count, { one: 'Zeile', other: 'Zeilen' });

export const residentImport: Texts<typeof en> = {
  title: 'Bewohner importieren',
  back: 'Alle Personen',
  about:
    'Speichern Sie Ihre Liste der Bewohner als CSV-Datei, mit den Namen der Spalten in der ersten Zeile. Nichts wird gesendet, bevor Sie es hier gesehen haben.',
  columnsTitle: 'Spalten',
  columns: {
    firstName: 'Vorname',
    lastName: 'Nachname',
    room: 'Zimmer',
    ward: 'Wohnbereich',
    email: 'E-Mail',
    dateOfBirth: 'Geburtsdatum',
    phone: 'Telefon',
    emergencyContact: 'Notfallkontakt',
  },
  columnsHint:
    'Vorname und Nachname sind nötig. Einen Wohnbereich muss es schon geben. Ein Datum ist 1940-03-17 oder 17.03.1940. Bewohner ohne E-Mail-Adresse können sich nicht anmelden.',
  example: 'Beispiel herunterladen',
  exampleName: 'bewohner.csv',
  choose: 'Datei auswählen',
  file: 'CSV-Datei',
  tooLarge: 'Diese Datei ist größer als 1 MB. Teilen Sie sie auf.',
  ignored: (headings) => `Diese Spalten werden nicht importiert: ${headings}.`,
  previewTitle: (count) => `${lines(count)} in dieser Datei`,
  summary: (ready, wrong, known) =>
    [
      `${residents(ready)} können importiert werden.`,
      ...(wrong > 0 ? [`${plural(wrong, { one: 'Zeile hat', other: 'Zeilen haben' })} Fehler.`] : []),
      ...(known > 0
        ? [
            `${plural(known, { one: 'Zeile entfällt', other: 'Zeilen entfallen' })}: Den Bewohner gibt es schon.`,
          ]
        : []),
    ].join(' '),
  correct: 'Korrigieren Sie diese Zeilen in Ihrer Datei und wählen Sie sie erneut aus.',
  line: 'Zeile',
  name: 'Name',
  check: 'Prüfung',
  ready: 'In Ordnung',
  known: 'Gibt es schon',
  atLine: (line) => `Zeile ${line}:`,
  problem: {
    noColumn: (column) => `Die Spalte „${column}“ fehlt.`,
    twoColumns: (column) => `Die Spalte „${column}“ kommt zweimal vor.`,
    empty: (column) => `${column} fehlt.`,
    control: (column) => `${column} enthält einen Zeilenumbruch oder ein Steuerzeichen.`,
    tooLong: (column, most) => `${column} ist länger als ${most} Zeichen.`,
    email: 'Das ist keine E-Mail-Adresse.',
    date: 'Das Geburtsdatum muss ein Datum wie 1940-03-17 oder 17.03.1940 sein.',
    openQuote: 'Hier beginnt ein Anführungszeichen, das nie endet.',
    moreCells: 'Diese Zeile hat mehr Felder als die erste Zeile.',
    nothing:
      'Die Datei enthält keine Bewohner: Die erste Zeile nennt die Spalten, jede weitere Zeile ist ein Bewohner.',
    noWard: (ward) =>
      `Es gibt keinen Wohnbereich „${ward}“. Legen Sie ihn zuerst an oder korrigieren Sie den Namen.`,
    sameEmail: (line) => `Dieselbe E-Mail-Adresse wie in Zeile ${line}.`,
    samePerson: (line) => `Derselbe Bewohner wie in Zeile ${line}.`,
  },
  start: (count) => `${residents(count)} importieren`,
  progress: (done, all) => `${done} von ${all} erledigt`,
  held: 'Der Dienst begrenzt die Anfragen pro Minute. Der Import geht von selbst weiter.',
  stop: 'Anhalten',
  leave: 'Lassen Sie diese Seite offen, bis der Import fertig ist.',
  resultTitle: 'Ergebnis',
  result: (created, all) => `${created} von ${residents(all)} importiert.`,
  again: (count) => `${plural(count, { one: 'übrige Zeile', other: 'übrige Zeilen' })} senden`,
  another: 'Andere Datei auswählen',
  state: {
    created: 'Importiert',
    refused: (error) => `Abgelehnt: ${error}`,
    refusedColumn: (column, error) => `Abgelehnt: ${column}: ${error}`,
    unclear:
      'Keine Antwort. Prüfen Sie, ob es den Bewohner gibt, bevor Sie die Zeile noch einmal importieren.',
    notSent: 'Nicht gesendet',
  },
  password: 'Vorläufiges Passwort',
  passwordHint:
    'Vorläufige Passwörter werden einmal angezeigt und gelten 7 Tage. Drucken Sie diese Seite, oder setzen Sie ein Passwort später zurück.',
};
