import type { fieldErrors as en, sentences } from '../en/field-errors.ts';
import { partsOf, translatorOf } from '../service.ts';
import type { Texts } from '../texts.ts';

const german: Record<keyof typeof sentences, string> = {
  'is required': 'Bitte füllen Sie dieses Feld aus.',
  'is required for {}': 'Bitte füllen Sie dieses Feld aus.',
  'is incorrect': 'Das ist falsch.',
  'The current password is incorrect': 'Das aktuelle Passwort ist falsch.',
  'The temporary password has expired; ask for a new one':
    'Das vorläufige Passwort ist abgelaufen. Bitte lassen Sie sich ein neues geben.',
  'is not valid': 'Das ist nicht gültig.',
  'must be a valid e-mail address': 'Bitte geben Sie eine E-Mail-Adresse ein.',
  'must be an e-mail address': 'Bitte geben Sie eine E-Mail-Adresse ein.',
  'must start with https://': 'Die Adresse muss mit https:// beginnen.',
  'must be a URL': 'Bitte geben Sie eine Internetadresse ein.',
  'must be a URL of at most {} characters':
    'Bitte geben Sie eine Internetadresse mit höchstens {} Zeichen ein.',
  'must not be a private address': 'Adressen im eigenen Netz sind nicht erlaubt.',
  'must not contain a user name or password': 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'must be a date such as {}': 'Bitte geben Sie ein Datum ein.',
  'must be a time such as {}': 'Bitte geben Sie eine Uhrzeit ein.',
  'must be a time': 'Bitte geben Sie einen Zeitpunkt ein.',
  'must be a time zone such as {}': 'Bitte wählen Sie eine Zeitzone.',
  'must be a number of {} to {} digits': 'Bitte geben Sie eine Nummer mit {} bis {} Ziffern ein.',
  'must be a number of {} to {} digits, without +': 'Bitte geben Sie {} bis {} Ziffern ein, ohne +.',
  'must be a number with country code and no spaces, such as {}':
    'Bitte geben Sie die Nummer mit der Ländervorwahl ein, zum Beispiel {}.',
  'must be a number from {} to {}': 'Bitte geben Sie eine Zahl von {} bis {} ein.',
  'must be a whole number from {} to {}': 'Bitte geben Sie eine ganze Zahl von {} bis {} ein.',
  'must be text of {} to {} characters, not all blank, without control characters':
    'Bitte geben Sie {} bis {} Zeichen ein.',
  'must be text of {} to {} characters, without NUL': 'Bitte geben Sie {} bis {} Zeichen ein.',
  'must be text of {} to {} characters': 'Bitte geben Sie {} bis {} Zeichen ein.',
  'must be text of at most {} characters, without NUL': 'Höchstens {} Zeichen.',
  'must be text of at most {} characters, without control characters': 'Höchstens {} Zeichen.',
  'must be one line of {} to {} characters, without control characters':
    'Bitte geben Sie eine Zeile mit {} bis {} Zeichen ein.',
  'must be one of {}': 'Bitte wählen Sie einen der Werte.',
  'must be some of {}': 'Bitte wählen Sie mindestens einen Wert.',
  'must be a list of some of {}': 'Bitte wählen Sie mindestens einen Wert.',
  'must be a MAC address': 'Bitte geben Sie eine MAC-Adresse ein, zum Beispiel AA:BB:CC:DD:EE:FF.',
  'must be a MAC address such as {}': 'Bitte geben Sie eine MAC-Adresse ein, zum Beispiel {}.',
  'must have {} to {} letters, digits, - or _': 'Erlaubt sind {} bis {} Buchstaben, Ziffern, - und _.',
  'must have {} to {} visible ASCII characters': 'Erlaubt sind {} bis {} sichtbare ASCII-Zeichen.',
  'must be {} to {} digits': 'Bitte geben Sie {} bis {} Ziffern ein.',
  'must be {} digits': 'Bitte geben Sie {} Ziffern ein.',
  'must be the {} digits of the code': 'Bitte geben Sie die {} Ziffern des Codes ein.',
  'must not be one digit repeated': 'Nicht immer dieselbe Ziffer.',
  'must not be a rising or falling sequence of digits': 'Keine auf- oder absteigende Ziffernfolge.',
  'must be the code that the app shows': 'Bitte geben Sie den Code ein, den die App zeigt.',
  'is not the code that the app shows now': 'Das ist nicht der Code, den die App gerade zeigt.',
  'is not the code that was sent': 'Das ist nicht der Code, den Sie bekommen haben.',
  'has expired; delete the channel and add it again':
    'Der Code ist abgelaufen. Löschen Sie diesen Weg, und fügen Sie ihn neu hinzu.',
  'was guessed too often; delete the channel and add it again':
    'Zu viele falsche Codes. Löschen Sie diesen Weg, und fügen Sie ihn neu hinzu.',
  'is wrong or was used': 'Der Code ist falsch oder wurde schon benutzt.',
  'must be the same as newPassword': 'Die beiden Passwörter sind verschieden.',
  'must be in the future': 'Das muss in der Zukunft liegen.',
  'must be in the future, at most 30 days ahead': 'Das muss in den nächsten 30 Tagen liegen.',
  'must be in the future, at most 24 hours ahead': 'Das muss in den nächsten 24 Stunden liegen.',
  'must not be in the future': 'Das darf nicht in der Zukunft liegen.',
  'must be before `to`': 'Der Beginn muss vor dem Ende liegen.',
  'must be after from': 'Das Ende muss nach dem Beginn liegen.',
  'must not be before from': 'Das Ende darf nicht vor dem Beginn liegen.',
  'must not be before `from`': 'Das Ende darf nicht vor dem Beginn liegen.',
  'must not be before dateFrom': 'Das Ende darf nicht vor dem Beginn liegen.',
  'must differ from `from`': 'Beginn und Ende müssen verschieden sein.',
  'must be at most {} days after from, both included': 'Höchstens {} Tage nach dem Beginn.',
  'must be at most {} days after `from`, both included': 'Höchstens {} Tage nach dem Beginn.',
  'must be more than that of the step before': 'Das muss später sein als beim Schritt davor.',
  'must be another caregiver': 'Bitte wählen Sie eine andere Pflegekraft.',
  'must be another user': 'Bitte wählen Sie eine andere Person.',
  'must be a caregiver assigned to the patient':
    'Bitte wählen Sie eine Pflegekraft, die für diesen Bewohner zuständig ist.',
  'must be a member of this ward': 'Bitte wählen Sie eine Pflegekraft dieses Wohnbereichs.',
  'must be a shift of this ward': 'Diese Schicht gibt es in diesem Wohnbereich nicht.',
  'must be a day on which the shift begins': 'An diesem Tag beginnt die Schicht nicht.',
  'must be a slot that is not over': 'Dieser Dienst ist schon vorbei.',
  'must be on this slot': 'Diese Pflegekraft ist für diesen Dienst nicht eingeteilt.',
  'must be a day of the shift': 'Für diesen Tag gibt es die Schicht nicht.',
  'is on another shift at that time':
    'Diese Pflegekraft ist zu dieser Zeit schon für eine andere Schicht eingeteilt.',
  'must be left out if `added` is true': 'Bitte leer lassen.',
  'must be a Monday': 'Das muss ein Montag sein.',
  'is on this slot already': 'Diese Pflegekraft ist für diesen Dienst schon eingeteilt.',
  'must be a list of weekdays from 1 (Monday) to 7 (Sunday), each once':
    'Bitte wählen Sie mindestens einen Wochentag.',
  'must be a list of 1 to 7 weekdays, 1 (Monday) to 7 (Sunday)':
    'Bitte wählen Sie mindestens einen Wochentag.',
  'must be { from, to } or { from, to, timeZone }, such as {}':
    'Bitte geben Sie beide Uhrzeiten ein, oder lassen Sie beide leer.',
  'must be a list of different scopes, at least one: {}': 'Bitte wählen Sie mindestens eine Erlaubnis.',
  'must have at least {} characters': 'Mindestens {} Zeichen.',
  'must have at most {} characters': 'Höchstens {} Zeichen.',
  'must contain an uppercase letter (A-Z)': 'Ein Großbuchstabe (A–Z) fehlt.',
  'must contain a lowercase letter (a-z)': 'Ein Kleinbuchstabe (a–z) fehlt.',
  'must contain a digit (0-9)': 'Eine Ziffer (0–9) fehlt.',
  'must contain one of !@#$%^&*': 'Eines der Zeichen !@#$%^&* fehlt.',
  'has claimed this fall already': 'Diese Pflegekraft geht schon hin.',
};
const translated = partsOf(translatorOf(german));

export const fieldErrors: Texts<typeof en> = {
  reworded: (message) => translated(message) ?? 'Bitte prüfen Sie diese Angabe.',
};
