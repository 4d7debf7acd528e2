import type { audit as en } from '../../en/admin/audit.ts';
import { translatorOf } from '../../service.ts';
import type { Texts } from '../../texts.ts';
import { fieldNames } from './field-names.ts';

const translated = translatorOf({
  // Accounts and logins
  'Signed up as PATIENT': 'Hat sich als Bewohner registriert',
  'Signed up as CAREGIVER': 'Hat sich als Pflegekraft registriert',
  'Opened an account for a patient': 'Konto für einen Bewohner angelegt',
  'Opened an account for a caregiver': 'Konto für eine Pflegekraft angelegt',
  'Deleted a user': 'Konto gelöscht',
  'Deleted a patient': 'Bewohner gelöscht',
  'Deleted a caregiver': 'Pflegekraft gelöscht',
  'Deleted their own account': 'Eigenes Konto gelöscht',
  'Changed the role of a user from {} to {}': 'Rolle geändert: {} → {}',
  'Gave a user a temporary password': 'Vorläufiges Passwort vergeben',
  'Gave a user a temporary password, by the command line':
    'Vorläufiges Passwort auf der Kommandozeile vergeben',
  'Asked for a link to a new password': 'Link für ein neues Passwort angefordert',
  'Chose a new password by a link': 'Neues Passwort über einen Link gewählt',
  'Password changed': 'Passwort geändert',
  'Changed their e-mail address': 'E-Mail-Adresse geändert',
  'Asked for a new e-mail address': 'Neue E-Mail-Adresse angefordert',
  'Confirmed a new e-mail address': 'Neue E-Mail-Adresse bestätigt',
  'Undid a change of the e-mail address': 'Änderung der E-Mail-Adresse rückgängig gemacht',
  'Logged in': 'Angemeldet',
  'Logged in with a passkey': 'Mit Passkey angemeldet',
  'Logged in at the provider': 'Über die zentrale Anmeldung angemeldet',
  'Logged in again at the provider': 'Bei der zentralen Anmeldung erneut angemeldet',
  'Logged out by the provider': 'Von der zentralen Anmeldung abgemeldet',
  'The provider opened an account': 'Die zentrale Anmeldung hat ein Konto angelegt',
  'The provider changed {} of an account': 'Die zentrale Anmeldung hat ein Konto geändert: {}',
  'The provider ended a session': 'Die zentrale Anmeldung hat eine Sitzung beendet',
  'Ended a session: the provider was away for too long':
    'Sitzung beendet: Die zentrale Anmeldung war zu lange nicht erreichbar',
  'The groups of a person give no role any more': 'Die Gruppen einer Person geben keine Rolle mehr',
  'The groups of the person give no role here': 'Die Gruppen der Person geben hier keine Rolle',
  'The account with this e-mail address is that of a patient':
    'Das Konto mit dieser E-Mail-Adresse gehört einem Bewohner',
  'The login took too long, was used, or was begun in another browser':
    'Die Anmeldung hat zu lange gedauert, wurde schon benutzt oder in einem anderen Browser begonnen',
  'Another person logged in at the provider': 'Eine andere Person hat sich angemeldet',
  'The provider has not asked the person to log in again': 'Die zentrale Anmeldung hat nicht erneut gefragt',
  'The answer of the provider could not be verified':
    'Die Antwort der zentralen Anmeldung konnte nicht geprüft werden',
  'The provider of single sign-on does not answer': 'Die zentrale Anmeldung antwortet nicht',
  'The provider of single sign-on refused the login': 'Die zentrale Anmeldung hat abgelehnt',
  'The provider has no session of this browser': 'Die zentrale Anmeldung kennt diesen Browser nicht',
  'Tested single sign-on': 'Zentrale Anmeldung geprüft',
  'Linked an account with the provider': 'Konto mit der zentralen Anmeldung verknüpft',
  'Unlinked an account from the provider': 'Konto von der zentralen Anmeldung getrennt',
  'Passwords are switched off': 'Passwörter sind abgeschaltet',
  'Changed the role of a user from {} to {}, by their groups': 'Rolle durch die Gruppen geändert: {} → {}',
  'Changed the wards of a caregiver by their groups: {} added, {} removed':
    'Wohnbereiche durch die Gruppen geändert: {} dazu, {} weniger',
  'Logged out': 'Abgemeldet',
  'Ended a session': 'Sitzung beendet',
  'Gave the password again': 'Passwort erneut eingegeben',
  'Unknown e-mail': 'Unbekannte E-Mail-Adresse',
  'Wrong password': 'Falsches Passwort',
  'The password given was wrong': 'Falsches Passwort',
  'The current password given was wrong': 'Das aktuelle Passwort war falsch',
  'The account is deactivated': 'Das Konto ist deaktiviert',
  'The temporary password has expired': 'Das vorläufige Passwort ist abgelaufen',
  'The temporary password must be changed first': 'Das vorläufige Passwort muss zuerst geändert werden',
  'A code of the second factor is needed': 'Ein Code ist nötig',
  'The password alone is not enough': 'Das Passwort allein genügt nicht',
  'The account changed while its password was checked':
    'Das Konto wurde geändert, während das Passwort geprüft wurde',
  'The account changed while its passkey was checked':
    'Das Konto wurde geändert, während der Passkey geprüft wurde',
  'Wrong code': 'Falscher Code',
  'Unknown passkey': 'Unbekannter Passkey',
  'The passkey could not be checked': 'Der Passkey konnte nicht geprüft werden',
  'The counter of the passkey has not risen: there may be a copy of it':
    'Der Zähler des Passkeys ist nicht gestiegen: Vielleicht gibt es eine Kopie',
  'Set up a second factor': 'Anmeldung in zwei Schritten eingerichtet',
  'Removed their second factor': 'Anmeldung in zwei Schritten ausgeschaltet',
  'Added a passkey': 'Passkey hinzugefügt',
  'Removed a passkey': 'Passkey entfernt',
  'Set a PIN for stations': 'PIN für Stationstablets gesetzt',
  'Exported what is held about them': 'Eigene Daten heruntergeladen',
  // The directory
  'Opened an account for a user of the directory': 'Konto für jemanden aus dem Verzeichnis angelegt',
  'The directory manages an account again': 'Das Verzeichnis verwaltet ein Konto wieder',
  'Deactivated an account, because the directory did': 'Konto deaktiviert, wie im Verzeichnis',
  'Deactivated an account, because no group of the directory gives it a role':
    'Konto deaktiviert: Keine Gruppe des Verzeichnisses gibt ihm eine Rolle',
  'Activated an account, because a group of the directory gives it a role':
    'Konto aktiviert: Eine Gruppe des Verzeichnisses gibt ihm eine Rolle',
  'The directory has deleted a user; the account stays deactivated':
    'Im Verzeichnis gelöscht; das Konto bleibt deaktiviert',
  'An account could not follow the groups of the directory: {}':
    'Ein Konto konnte den Gruppen des Verzeichnisses nicht folgen: {}',
  'Created the group "{}" of the directory, with {} users':
    'Gruppe „{}“ des Verzeichnisses angelegt, mit {} Personen',
  'Renamed the group "{}" of the directory to "{}"': 'Gruppe „{}“ des Verzeichnisses in „{}“ umbenannt',
  'Changed the externalId of the group "{}" of the directory':
    'externalId der Gruppe „{}“ des Verzeichnisses geändert',
  'Refused a change of the directory: {}': 'Eine Änderung des Verzeichnisses wurde abgelehnt: {}',
  'Added {} users to the group "{}" of the directory': '{} Personen in die Gruppe „{}“ des Verzeichnisses',
  'Removed {} users from the group "{}" of the directory':
    '{} Personen aus der Gruppe „{}“ des Verzeichnisses',
  'Deleted the group "{}" of the directory, with {} users':
    'Gruppe „{}“ des Verzeichnisses gelöscht, mit {} Personen',
  'Handed an account over to the directory': 'Konto dem Verzeichnis übergeben',
  'Took an account back from the directory': 'Konto vom Verzeichnis zurückgenommen',
  // Care teams, wards and rosters
  'Rang all caregivers of the ward {} as a test':
    'Alle Pflegekräfte des Wohnbereichs „{}“ zum Test benachrichtigt',
  'Assigned a patient to {}': 'Bewohner einer Pflegekraft zugeordnet',
  'Assigned their new patient': 'Neuen Bewohner sich selbst zugeordnet',
  'Unassigned a patient from {}': 'Zuordnung eines Bewohners beendet',
  'Created the ward {}': 'Wohnbereich „{}“ angelegt',
  'Uploaded the firmware {}': 'Firmware {} hochgeladen',
  'Deleted the firmware {}': 'Firmware {} gelöscht',
  'Offered the firmware {} to {} % of all wearables': 'Firmware {} angeboten: {} % aller Sturzmelder',
  'Offered the firmware {} to {} % of the wearables of a ward':
    'Firmware {} angeboten: {} % der Sturzmelder eines Wohnbereichs',
  'Changed the floor plan of the ward {}': 'Grundriss des Wohnbereichs „{}“ geändert',
  'Renamed the ward {} to {}': 'Wohnbereich „{}“ in „{}“ umbenannt',
  'Deleted the ward {}': 'Wohnbereich „{}“ gelöscht',
  'Made a caregiver member until {} of the ward {}': 'Mitglied bis {} im Wohnbereich „{}“',
  'Made a caregiver lead until {} of the ward {}': 'Leitung bis {} im Wohnbereich „{}“',
  'Made a caregiver member of the ward {}': 'Mitglied im Wohnbereich „{}“',
  'Made a caregiver lead of the ward {}': 'Leitung im Wohnbereich „{}“',
  'Removed a caregiver from the ward {}': 'Pflegekraft aus dem Wohnbereich „{}“ entfernt',
  'The membership in a ward ended by itself': 'Die befristete Mitgliedschaft ist abgelaufen',
  'On duty until {}': 'Im Dienst bis {}',
  'Ended the shift': 'Dienst beendet',
  'Changed the roster of {}: {} shifts': 'Dienstplan von {} geändert: {} Schichten',
  'Took a caregiver on the roster of {}, {}': 'Pflegekraft aus dem Dienstplan von {} genommen, {}',
  'Replaced a caregiver on the roster of {}, {}': 'Pflegekraft im Dienstplan von {} vertreten, {}',
  'Added a caregiver to the roster of {}, {}': 'Pflegekraft in den Dienstplan von {} eingetragen, {}',
  'Moved a turn on the roster of {}, {} to {}': 'Dienst im Dienstplan von {} verschoben, {} auf {}',
  'Copied the week of {} on the roster of {}: {} slots':
    'Woche ab {} im Dienstplan von {} kopiert: {} Dienste',
  'Deleted an exception on the roster of {}, {}': 'Ausnahme im Dienstplan von {} gelöscht, {}',
  'Renewed the address of the calendar of {}': 'Adresse des Kalenders von {} erneuert',
  'Renewed the address of the own calendar': 'Adresse des eigenen Kalenders erneuert',
  'Accepted a swap in {}, {}': 'Tausch in {} angenommen, {}',
  'Declined a swap in {}, {}': 'Tausch in {} abgelehnt, {}',
  'Asked a colleague to take over a slot in {}, {}': 'Um Übernahme eines Dienstes in {} gebeten, {}',
  'Wrote the handover of the ward {}': 'Übergabe für {} geschrieben',
  'Confirmed the handover of the ward {}': 'Übergabe für {} bestätigt',
  "Deleted a patient's check-in": 'Lebenszeichen eines Bewohners abgeschaltet',
  'Checked in': 'Lebenszeichen gegeben',
  'Away until {}': 'Abwesend bis {}',
  'Ended the absence of a patient': 'Abwesenheit eines Bewohners beendet',
  'The absence of a patient ended by itself': 'Abwesenheit eines Bewohners ist abgelaufen',
  // Falls and alerts
  'Reported a fall': 'Sturz gemeldet',
  'Triggered a test alert': 'Probealarm ausgelöst',
  'Answered a morning question': 'Frage am Morgen beantwortet',
  'Claimed a fall': 'Alarm übernommen',
  'Helps from another ward': 'Hilft aus einem anderen Wohnbereich',
  'Help from another ward ended by itself': 'Hilfe aus einem anderen Wohnbereich ist abgelaufen',
  'Claimed a fall on a pager': 'Alarm am Pager übernommen',
  'Claimed a fall by SMS': 'Alarm per SMS übernommen',
  'Claimed a fall by a link': 'Alarm über einen Link übernommen',
  'Opened a claim link': 'Link zum Übernehmen geöffnet',
  'Released a fall': 'Alarm freigegeben',
  'Offered a fall to another': 'Alarm einer anderen Pflegekraft angeboten',
  'Declined to take over a fall': 'Übernahme abgelehnt',
  'Resolved a fall': 'Alarm abgeschlossen',
  'Corrected the outcome of a fall': 'Ergebnis berichtigt',
  'Amended the outcome of a fall': 'Ergebnis nachträglich geändert',
  'Said that they are OK': 'Hat gesagt, dass alles in Ordnung ist',
  'Acknowledged an alert': 'Alarm bestätigt',
  'Nobody has answered fall {}; {} could not be reached':
    'Niemand hat auf den Sturz {} geantwortet; {} Personen waren nicht erreichbar',
  'Nobody has answered fall {}': 'Niemand hat auf den Sturz {} geantwortet',
  'Flagged fall {} for investigation': 'Sturz {} zur Prüfung vorgemerkt',
  'Signed an incident report': 'Sturzprotokoll unterschrieben',
  // Wearables
  'Registered device {}': 'Sturzmelder {} angelegt',
  'Made a token for device {}': 'Token für Sturzmelder {} erstellt',
  'Deleted the token of device {}': 'Token des Sturzmelders {} gelöscht',
  'Moved device {} to somebody else': 'Sturzmelder {} an eine andere Person gegeben',
  'Moved device {} here': 'Sturzmelder {} von einer anderen Person übernommen',
  'Deleted device {}': 'Sturzmelder {} gelöscht',
  'Device {} disabled': 'Sturzmelder {} ausgeschaltet',
  'Device {} enabled': 'Sturzmelder {} eingeschaltet',
  'Started a shake test of device {}': 'Schütteltest von Sturzmelder {} begonnen',
  'Returned a patient to the limits of the settings': 'Es gelten wieder die allgemeinen Schwellen',
  'Reset the detector of a patient to the standard sensitivity':
    'Erkennung auf die übliche Empfindlichkeit zurückgesetzt',
  // Service
  "Deleted a patient's escalation policy": 'Eigene Eskalation eines Bewohners gelöscht',
  'Replaced the escalation policy of the ward {}': 'Eskalation des Wohnbereichs „{}“ geändert',
  'Deleted the escalation policy of the ward {}': 'Eskalation des Wohnbereichs „{}“ gelöscht',
  'Added webhook {} for {}': 'Webhook {} für {} hinzugefügt',
  'Deleted webhook {}': 'Webhook {} gelöscht',
  'Added a channel: {}': 'Benachrichtigungsweg hinzugefügt: {}',
  'Deleted a channel: webpush; another person uses that browser now':
    'Benachrichtigungsweg gelöscht: Eine andere Person benutzt jetzt diesen Browser',
  'Deleted a channel: {}': 'Benachrichtigungsweg gelöscht: {}',
  'Confirmed a channel: {}': 'Benachrichtigungsweg bestätigt: {}',
  'Confirmed an e-mail address': 'E-Mail-Adresse bestätigt',
  'Created the access token "{}" ({})': 'Zugriffstoken „{}“ erstellt ({})',
  'Deleted the access token "{}"': 'Zugriffstoken „{}“ gelöscht',
  'Created the service account "{}" ({})': 'Dienstkonto „{}“ angelegt ({})',
  'Renewed the token of the service account "{}"': 'Token des Dienstkontos „{}“ erneuert',
  'Deleted the service account "{}"': 'Dienstkonto „{}“ gelöscht',
  'Ran {}': '{} ausgeführt',
  'Confirmed the clock of the service': 'Die Uhr des Dienstes bestätigt',
  '{} failed': '{} fehlgeschlagen',
  'Created the station {}': 'Stationstablet {} angelegt',
  'Tested the station {}': 'Stationstablet {} geprüft',
  'Removed the station {}': 'Stationstablet {} entfernt',
  'Enrolled a tablet': 'Tablet eingerichtet',
  'Unlocked a station': 'Stationstablet entsperrt',
  'Enrolment code not found': 'Falscher Code',
  // Health data
  'Watches live readings': 'Sieht die Messwerte live',
  'Read a fall': 'Sturz angesehen',
  'Read a fall, to help from another ward': 'Sturz angesehen, um aus einem anderen Wohnbereich zu helfen',
  'Read everything that is held about a patient': 'Alle Daten eines Bewohners heruntergeladen',
  'Read the alerts about assigned patients': 'Alarme zugeordneter Bewohner angesehen',
  'Read the board of a station': 'Übersicht eines Stationstablets',
  'Read morning questions': 'Fragen am Morgen angesehen',
  'Read the board': 'Übersicht angesehen',
  'Read a device': 'Sturzmelder angesehen',
  'Read the status of a device': 'Zustand eines Sturzmelders angesehen',
  'Read the detector of a patient': 'Einstellung der Erkennung angesehen',
  'Read the devices of a patient': 'Sturzmelder eines Bewohners angesehen',
  'Read the firmware of wearables': 'Firmware der Sturzmelder angesehen',
  'Read the devices of all patients': 'Sturzmelder aller Bewohner angesehen',
  'Read the falls of a patient': 'Stürze eines Bewohners angesehen',
  'Read the falls of all patients': 'Stürze aller Bewohner angesehen',
  'Read the health summary of a patient': 'Gesundheitszustand angesehen',
  'Read the incident report of a fall': 'Sturzprotokoll angesehen',
  'Read the list of patients': 'Liste der Bewohner angesehen',
  'Read the log of a device': 'Protokoll eines Sturzmelders angesehen',
  'Read the overview of a patient': 'Seite eines Bewohners angesehen',
  'Read the patients of a caregiver': 'Bewohner einer Pflegekraft angesehen',
  'Read the profile of a patient': 'Profil eines Bewohners angesehen',
  'Read the open fall of a wearer': 'Offenen Sturz angesehen',
  'Read the readings of a device': 'Messwerte eines Sturzmelders angesehen',
  'Read the recent falls of all patients': 'Letzte Stürze aller Bewohner angesehen',
  'Read the night of a ward': 'Nacht eines Wohnbereichs angesehen',
  'Read the notifications about a fall': 'Benachrichtigungen zu einem Sturz angesehen',
  'Read the timeline of a fall': 'Verlauf eines Sturzes angesehen',
  // Refusals, after the name of the endpoint
  'Insufficient permissions': 'Nicht erlaubt',
  'This patient is not assigned to you': 'Dieser Bewohner ist nicht zugeordnet',
  'This alert is for another caregiver': 'Dieser Alarm ist für eine andere Pflegekraft',
  'You are not a lead of this ward': 'Leitet diesen Wohnbereich nicht',
  'You are not a member of this ward': 'Gehört nicht zu diesem Wohnbereich',
  'Only admins make or remove leads of a ward': 'Nur die Verwaltung ändert die Leitung',
  'Only the patient who fell can cancel the fall': 'Nur die gestürzte Person kann absagen',
  'Enter your password again to continue': 'Das Passwort muss erneut eingegeben werden',
  'Change your temporary password first': 'Das vorläufige Passwort muss zuerst geändert werden',
  'Set up a second factor first: POST /profile/totp':
    'Die Anmeldung in zwei Schritten muss zuerst eingerichtet werden',
  'This is not available at a station': 'An einem Stationstablet nicht möglich',
  'This device belongs to another user': 'Dieser Sturzmelder gehört einer anderen Person',
  'This account is deactivated': 'Das Konto ist deaktiviert',
  'Signing up as {} is not open here; ask for an account': 'Registrierung nicht möglich ({})',
  'The PIN is wrong': 'Die PIN ist falsch',
  'Too many wrong PINs; try again later': 'Zu viele falsche PINs',
  'Read a report of sensitivities': 'Auswertung der Empfindlichkeit gelesen',
  'Read a report of coverage, {} to {}': 'Auswertung der Abdeckung angesehen, {} bis {}',
  'Read a report of falls per resident day, {} to {}': 'Stürze je Bewohnertag angesehen, {} bis {}',
  'Read all reports of falls, {} to {}': 'Alle Sturzberichte heruntergeladen, {} bis {}',
  'Read the low health scores of a patient': 'Niedrige Gesundheitswerte eines Bewohners angesehen',
  'Read the batteries of wearables': 'Akkus der Sturzmelder angesehen',
  'Read a report of response times': 'Auswertung der Reaktionszeiten angesehen',
  'Read who was not reached last night': 'Angesehen, wer letzte Nacht nicht erreicht wurde',
  'Changed the limits of the ward {}': 'Schwellen des Wohnbereichs {} geändert',
  '{} has claimed this fall': '{} hat diesen Alarm übernommen',
});

/** Changes name the fields of the API. */
const CHANGED: readonly (readonly [RegExp, string])[] = [
  [/^Changed (.+) of a user$/, 'Konto geändert'],
  [/^Changed (.+) of a patient$/, 'Bewohner geändert'],
  [/^Changed (.+) of a user of the directory$/, 'Vom Verzeichnis geändert'],
  [/^Changed (.+) of a caregiver$/, 'Pflegekraft geändert'],
  [/^Changed (.+) of the organisation's limits$/, 'Schwellen des Hauses geändert'],
  [/^Changed (.+) of a patient's limits$/, 'Schwellen eines Bewohners geändert'],
  [/^Changed (.+) of a patient's check-in$/, 'Lebenszeichen eines Bewohners geändert'],
  // Lines of earlier versions speak of ladders.
  [/^Changed (.+) of (?:a ladder|the organisation's escalation policy)$/, 'Eskalation geändert'],
  [/^Changed (.+) of a patient's (?:ladder|escalation policy)$/, 'Eskalation eines Bewohners geändert'],
  [/^Changed (.+) of an? incident report$/, 'Sturzprotokoll geändert'],
  [/^Changed (.+) of a signed incident report$/, 'Unterschriebenes Sturzprotokoll ergänzt'],
  [/^Changed the organisation: (.+)$/, 'Haus geändert'],
];

/** The grouping of a report says nothing to its readers. */
const REPORT = /^Read a report of falls by .+, (\S+) to (\S+)$/;

function changed(message: string): string | undefined {
  const [, from, to] = REPORT.exec(message) ?? [];
  if (from !== undefined) return `Sturzbericht angesehen, ${from} bis ${to}`;
  for (const [pattern, text] of CHANGED) {
    const fields = pattern.exec(message)?.[1];
    if (fields !== undefined) return `${text}: ${fieldNames(fields)}`;
  }
  return undefined;
}

/** `GET /patients/:id: This patient is not assigned to you`, `Wrong password (MQTT)` */
function composed(message: string): string | undefined {
  const [, where, why] = /^(.*?\S): (.+)$/s.exec(message) ?? [];
  const said = why === undefined ? undefined : translated(why);
  if (said !== undefined) return `${where}: ${said}`;
  const [, what] = /^(.+) \(MQTT\)$/s.exec(message) ?? [];
  const login = what === undefined ? undefined : translated(what);
  return login === undefined ? undefined : `${login} (MQTT)`;
}

export const audit: Texts<typeof en> = {
  reworded: (message) => changed(message) ?? translated(message) ?? composed(message) ?? message,
};
