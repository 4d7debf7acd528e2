const NAMES: Readonly<Record<string, string>> = {
  firstName: 'Vorname',
  lastName: 'Nachname',
  name: 'Name',
  email: 'E-Mail-Adresse',
  phone: 'Telefon',
  room: 'Zimmer',
  wardId: 'Wohnbereich',
  dateOfBirth: 'Geburtsdatum',
  emergencyContact: 'Notfallkontakt',
  externalId: 'Externe Nummer',
  specialization: 'Fachgebiet',
  language: 'Sprache',
  status: 'Status',
  steps: 'Schritte',
  timeZone: 'Zeitzone',
  responseGoalMinutes: 'Ziel für die Reaktion',
  from: 'Beginn',
  until: 'Ende',
  weekdays: 'Wochentage',
  userName: 'Anmeldename',
  givenName: 'Vorname',
  familyName: 'Nachname',
  displayName: 'Anzeigename',
  active: 'Aktiv',
  location: 'Ort',
  injuries: 'Verletzungen',
  treatment: 'Behandlung',
  witnesses: 'Zeugen',
  doctorInformedAt: 'Arzt informiert',
  familyInformed: 'Angehörige informiert',
  measures: 'Maßnahmen',
};

/** Fields of the API, `firstName, room`; a name that is not here stays. */
export const fieldNames = (fields: string): string =>
  fields
    .split(', ')
    .map((field) => NAMES[field] ?? field)
    .join(', ');
