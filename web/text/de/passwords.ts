import type { passwords as en } from '../en/passwords.ts';
import type { Texts } from '../texts.ts';

export const passwords: Texts<typeof en> = {
  forgotten: {
    title: 'Passwort vergessen?',
    about:
      'Geben Sie Ihre E-Mail-Adresse ein. Wenn es dazu ein Konto gibt, schicken wir Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    submit: 'Link schicken',
    sent: 'Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail unterwegs. Der Link gilt 30 Minuten.',
    noMail:
      'Dieser Dienst kann keine E-Mails schicken. Bitte lassen Sie sich von der Verwaltung ein neues Passwort geben.',
    back: 'Zurück',
  },
  reset: {
    title: 'Neues Passwort wählen',
    password: 'Neues Passwort',
    hint: 'Mindestens 8 Zeichen, mit Groß- und Kleinbuchstaben, einer Ziffer und einem der Zeichen !@#$%^&*.',
    submit: 'Passwort ändern',
    done: 'Ihr Passwort ist geändert. Bitte melden Sie sich mit dem neuen an.',
    voidLink: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
  },
  invitation: {
    title: 'Passwort wählen',
    password: 'Passwort',
    submit: 'Passwort speichern',
    done: 'Ihr Passwort ist gespeichert. Bitte melden Sie sich damit an.',
    voidLink:
      'Dieser Link wurde schon benutzt oder ist abgelaufen. Wählen Sie „Passwort vergessen?“ auf der Anmeldeseite, oder lassen Sie sich neu einladen.',
  },
  choose: {
    title: 'Eigenes Passwort wählen',
    about: 'Sie haben sich mit einem vorläufigen Passwort angemeldet. Wählen Sie jetzt Ihr eigenes.',
    current: 'Vorläufiges Passwort',
  },
};
