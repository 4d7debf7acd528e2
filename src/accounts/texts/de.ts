import { pluralsOf } from '../../platform/texts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import {
  CONFIRMATION_LIFETIME_MS,
  INVITATION_LIFETIME_MS,
  RESET_LIFETIME_MS,
  UNDO_LIFETIME_MS,
} from '../link-lifetimes.ts';
import type { AccountTexts } from './en.ts';

const plural = pluralsOf('de');

const days = (ms: number): string => {
  const count = ms / DAY_MS;
  return plural(count, { one: `${count} Tag`, other: `${count} Tage` });
};

const hours = (ms: number): string => {
  const count = ms / HOUR_MS;
  return plural(count, { one: `${count} Stunde`, other: `${count} Stunden` });
};

const minutes = (ms: number): string => {
  const count = ms / MINUTE_MS;
  return plural(count, { one: `${count} Minute`, other: `${count} Minuten` });
};

export const de: AccountTexts = {
  mails: {
    passwordReset: {
      title: 'Setzen Sie Ihr Vigil-Passwort zurück',
      body: (link) =>
        'Für Ihr Konto wurde ein neues Passwort angefordert.\n\n' +
        `Wählen Sie ein neues Passwort: ${link}\n\n` +
        `Der Link funktioniert einmal und ${minutes(RESET_LIFETIME_MS)} lang. Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt dann gleich.\n`,
    },
    invitation: {
      title: 'Ihr Konto für Vigil',
      body: (link) =>
        'Für Sie wurde ein Vigil-Konto angelegt.\n\n' +
        `Wählen Sie Ihr Passwort: ${link}\n\n` +
        `Der Link funktioniert einmal und ${days(INVITATION_LIFETIME_MS)} lang. Wenn Sie Vigil nicht kennen, ignorieren Sie diese E-Mail.\n`,
    },
    confirmation: {
      title: 'Bestätigen Sie Ihre neue E-Mail-Adresse für Vigil',
      body: (link) =>
        'Diese E-Mail-Adresse wurde für ein Vigil-Konto eingetragen.\n\n' +
        `Bestätigen Sie sie: ${link}\n\n` +
        `Der Link funktioniert einmal und ${hours(CONFIRMATION_LIFETIME_MS)} lang. Die Adresse ändert sich, sobald Sie bestätigen. Wenn Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie.\n`,
    },
    addressChange: {
      title: 'Die E-Mail-Adresse Ihres Vigil-Kontos wird geändert',
      body: (link, newEmail) =>
        `Die Adresse Ihres Kontos wird in ${newEmail} geändert. Wenn Sie das angefordert haben, brauchen Sie nichts zu tun.\n\n` +
        `Wenn nicht, machen Sie die Änderung rückgängig: ${link}\n\n` +
        `Der Link funktioniert ${days(UNDO_LIFETIME_MS)} lang. Er stellt diese Adresse wieder her und beendet alle Sitzungen. Ihr Passwort bleibt, wie es ist. Wählen Sie danach ein neues.\n`,
    },
  },

  emailPages: {
    open: 'Vigil öffnen',
    confirm: {
      title: 'Bestätigen Sie Ihre neue Adresse',
      body: (newEmail) => `Möchten Sie ${newEmail} für Ihr Vigil-Konto verwenden?`,
      button: 'Bestätigen',
    },
    confirmed: {
      title: 'Adresse bestätigt',
      body: (newEmail) => `Ab jetzt melden Sie sich mit ${newEmail} an. Das Passwort bleibt gleich.`,
    },
    undo: {
      title: 'Neue Adresse rückgängig machen?',
      change: (oldEmail, newEmail) =>
        `Die Adresse Ihres Vigil-Kontos sollte von ${oldEmail} in ${newEmail} geändert werden.`,
      consequence: (oldEmail) =>
        `Wenn Sie das rückgängig machen, hat das Konto die Adresse ${oldEmail}, und alle Sitzungen enden. Das Passwort bleibt, wie es ist.`,
      button: 'Rückgängig machen',
    },
    undone: {
      title: 'Änderung rückgängig gemacht',
      body: (oldEmail) =>
        `Sie melden sich wieder mit ${oldEmail} an. Alle Sitzungen des Kontos sind beendet.`,
      advice: 'Das Passwort ist unverändert. Wenn eine andere Person es kennen könnte, wählen Sie ein neues.',
    },
  },
};
