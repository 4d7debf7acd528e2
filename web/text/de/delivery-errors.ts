import type { deliveryErrors as en } from '../en/delivery-errors.ts';
import { translatorOf } from '../service.ts';
import type { Texts } from '../texts.ts';

const translated = translatorOf({
  // Messages that could not be delivered (src/notify/channels)
  'answered {}: redirects are not followed': 'Antwort {}: Weiterleitungen sind nicht erlaubt',
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
  'the URL must be a URL': 'Die Adresse ist keine Internetadresse',
  'the URL must start with https://': 'Die Adresse muss mit https:// beginnen',
  'the URL must not contain a user name or password':
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten',
  'the URL must not be a private address': 'Adressen im eigenen Netz sind nicht erlaubt',
});

export const deliveryErrors: Texts<typeof en> = {
  reworded: (phrase) => translated(phrase) ?? phrase,
};
