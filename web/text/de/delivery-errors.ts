import type { deliveryErrors as en } from '../en/delivery-errors.ts';
import { translatorOf } from '../service.ts';
import type { Texts } from '../texts.ts';

const translated = translatorOf({
  // Messages that could not be delivered (src/notify/channels)
  'answered {}: redirects are not followed': 'Antwort {}: Weiterleitungen sind nicht erlaubt',
  'answered {}: error {}, the number is not valid': 'Antwort {}: Fehler {}, die Nummer ist ungültig',
  'answered {}: error {}, the number cannot be reached':
    'Antwort {}: Fehler {}, die Nummer ist nicht erreichbar',
  'answered {}: error {}, the gateway does not permit this region':
    'Antwort {}: Fehler {}, der Anbieter erlaubt diese Region nicht',
  'answered {}: error {}, the recipient has unsubscribed with STOP':
    'Antwort {}: Fehler {}, mit STOP abbestellt',
  'answered {}: error {}, the number is not a mobile number':
    'Antwort {}: Fehler {}, das ist keine Mobilnummer',
  'answered {}: error {}': 'Antwort {}: Fehler {}',
  'answered {}': 'Antwort {}',
  'failed with an unknown error': 'unbekannter Fehler',
  'failed with {}': 'Fehler {}',
  failed: 'Fehler',
  'the name was not found': 'Der Name wurde nicht gefunden',
  'the name has no address': 'Der Name hat keine Adresse',
  'the name leads to a private address': 'Der Name führt zu einer Adresse im eigenen Netz',
  'closed the connection without an answer': 'Verbindung ohne Antwort geschlossen',
  'was cancelled': 'abgebrochen',
  'gave no answer within {} s': 'keine Antwort innerhalb von {} s',
  'no answer in time': 'keine Antwort in der vorgesehenen Zeit',
  'not configured': 'auf diesem Server nicht eingerichtet',
  'could not be sent: {}': 'konnte nicht gesendet werden: {}',
  'too many mails are waiting': 'Zu viele E-Mails warten',
  'its secret cannot be decrypted: the operator must check SECRETS_KEY':
    'Das Geheimnis lässt sich nicht entschlüsseln: Der Betreiber muss SECRETS_KEY prüfen',
  // SMS, calls and pagers (src/phones, src/pagers)
  busy: 'besetzt',
  'no answer': 'nicht abgenommen',
  'off duty': 'nicht im Dienst',
  'not reached': 'nicht erreicht',
  rejected: 'abgelehnt',
  'wrong behaviour of the device': 'Das Gerät hat falsch reagiert',
  'the paging system reported a failure': 'Die Rufanlage meldet einen Fehler',
  'the call failed': 'Der Anruf ist fehlgeschlagen',
  'the call was cancelled': 'Der Anruf wurde abgebrochen',
  'an answering machine answered': 'Ein Anrufbeantworter hat abgenommen',
  'the gateway reported nothing': 'Der Anbieter hat nichts gemeldet',
  'the limit of {} SMS an hour to a person is reached':
    'Die Grenze von {} SMS pro Stunde an eine Person ist erreicht',
  'the limit of {} SMS an hour is reached': 'Die Grenze von {} SMS pro Stunde ist erreicht',
  'the limit of {} calls an hour to a person is reached':
    'Die Grenze von {} Anrufen pro Stunde an eine Person ist erreicht',
  'the limit of {} calls an hour is reached': 'Die Grenze von {} Anrufen pro Stunde ist erreicht',
  'the pager server is not connected': 'Die Rufanlage ist nicht verbunden',
  'the pager server did not answer': 'Die Rufanlage antwortet nicht',
  'the pager server is shutting down': 'Die Rufanlage wird beendet',
  'too many messages wait for the pager server': 'Zu viele Nachrichten warten auf die Rufanlage',
  'the database is not available': 'Die Datenbank ist nicht erreichbar',
  'the paging system did not answer': 'Die Rufanlage antwortet nicht',
  'the paging system is busy (NAK)': 'Die Rufanlage ist besetzt (NAK)',
  'the paging system ended the transmission': 'Die Rufanlage hat die Übertragung beendet',
  'the paging system refused the message (NAK)': 'Die Rufanlage hat die Nachricht abgelehnt (NAK)',
  'the URL must be a URL': 'Die Adresse ist keine Internetadresse',
  'the URL must start with https://': 'Die Adresse muss mit https:// beginnen',
  'the URL must not contain a user name or password':
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten',
  'the URL must not be a private address': 'Adressen im eigenen Netz sind nicht erlaubt',
});

export const deliveryErrors: Texts<typeof en> = {
  reworded: (phrase) => translated(phrase) ?? phrase,
};
