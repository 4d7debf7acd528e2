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
  ended:
    'Ihre Anmeldung ist beendet: Sie wurden auf einem anderen Gerät abgemeldet, oder sie ist abgelaufen. Bitte melden Sie sich wieder an.',
  forgotten: 'Passwort vergessen?',
  loggedOut: 'Sie sind abgemeldet.',
};
