import type { login as en } from '../en/login.ts';
import type { Texts } from '../texts.ts';

export const login: Texts<typeof en> = {
  title: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  totp: 'Code aus Ihrer Authenticator-App',
  totpHint: 'Sechs Ziffern, oder einer Ihrer Wiederherstellungscodes.',
  submit: 'Anmelden',
  passkey: {
    button: 'Mit Passkey anmelden',
    failed:
      'Das hat nicht geklappt: Es wurde kein Passkey gewählt, oder dieses Gerät hat keinen für diesen Dienst.',
  },
  signOn: {
    button: (name) => `Mit ${name} anmelden`,
    others: 'Bewohner oder Notfall-Admin',
    failed: 'Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    proved: 'Sie haben bestätigt, dass Sie es sind. Bitte wiederholen Sie den Schritt.',
    link: {
      title: 'Konto verknüpfen',
      password: (name) =>
        `Vigil hat schon ein Konto mit Ihrer E-Mail-Adresse. Geben Sie einmal dessen Passwort ein. Danach melden Sie sich mit ${name} an.`,
      here: (name) =>
        `Sie sind im Vigil-Konto mit Ihrer E-Mail-Adresse angemeldet. Verknüpfen Sie es. Danach melden Sie sich mit ${name} an.`,
      submit: 'Konto verknüpfen',
    },
    code: {
      title: 'Code eingeben',
      about: 'Ihr Vigil-Konto hat die Anmeldung in zwei Schritten.',
      submit: 'Anmelden',
    },
    again: (name) => `Neu beginnen mit ${name}`,
    back: 'Andere Wege der Anmeldung',
    stay: 'Zurück zu Vigil',
  },
  ended:
    'Ihre Anmeldung ist beendet: Sie wurden auf einem anderen Gerät abgemeldet, oder sie ist abgelaufen. Bitte melden Sie sich wieder an.',
  forgotten: 'Passwort vergessen?',
  loggedOut: 'Sie sind abgemeldet.',
};
