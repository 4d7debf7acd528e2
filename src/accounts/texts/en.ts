import { pluralsOf } from '../../platform/texts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import {
  CONFIRMATION_LIFETIME_MS,
  INVITATION_LIFETIME_MS,
  RESET_LIFETIME_MS,
  UNDO_LIFETIME_MS,
} from '../link-lifetimes.ts';

const plural = pluralsOf('en');

const days = (ms: number): string => {
  const count = ms / DAY_MS;
  return plural(count, { one: `${count} day`, other: `${count} days` });
};

const hours = (ms: number): string => {
  const count = ms / HOUR_MS;
  return plural(count, { one: `${count} hour`, other: `${count} hours` });
};

const minutes = (ms: number): string => {
  const count = ms / MINUTE_MS;
  return plural(count, { one: `${count} minute`, other: `${count} minutes` });
};

export const en = {
  /** Mails about accounts, in plain text. */
  mails: {
    passwordReset: {
      title: 'Reset your Vigil password',
      body: (link: string) =>
        'We received a request to reset the password of your account.\n\n' +
        `Choose a new password: ${link}\n\n` +
        `The link works once, for ${minutes(RESET_LIFETIME_MS)}. If you did not request this, ignore this mail. Your password stays the same.\n`,
    },
    invitation: {
      title: 'Your account for Vigil',
      body: (link: string) =>
        'A Vigil account has been created for you.\n\n' +
        `Choose your password: ${link}\n\n` +
        `The link works once, for ${days(INVITATION_LIFETIME_MS)}. If you do not know Vigil, ignore this mail.\n`,
    },
    confirmation: {
      title: 'Confirm your new e-mail address for Vigil',
      body: (link: string) =>
        'This e-mail address was entered for a Vigil account.\n\n' +
        `Confirm it: ${link}\n\n` +
        `The link works once, for ${hours(CONFIRMATION_LIFETIME_MS)}. The address changes when you confirm. If you did not expect this mail, ignore it.\n`,
    },
    /** To the account's current address, which the change replaces. */
    addressChange: {
      title: 'The e-mail address of your Vigil account is being changed',
      body: (link: string, newEmail: string) =>
        `The address of your account is being changed to ${newEmail}. If you requested this, you do not need to do anything.\n\n` +
        `If you did not, undo the change: ${link}\n\n` +
        `The link works for ${days(UNDO_LIFETIME_MS)}. It restores this address and ends every session. Your password stays as it is, so choose a new one afterwards.\n`,
    },
  },

  /** docs/contract.md, "Changing an e-mail address": the pages behind the links in the mails. */
  emailPages: {
    open: 'Open Vigil',
    confirm: {
      title: 'Confirm your new address',
      body: (newEmail: string) => `Use ${newEmail} for your Vigil account?`,
      button: 'Confirm',
    },
    confirmed: {
      title: 'Address confirmed',
      body: (newEmail: string) => `From now on you log in with ${newEmail}. The password stays the same.`,
    },
    undo: {
      title: 'Undo the new address?',
      change: (oldEmail: string, newEmail: string) =>
        `The address of your Vigil account was to change from ${oldEmail} to ${newEmail}.`,
      consequence: (oldEmail: string) =>
        `If you undo it, the account has the address ${oldEmail} and every session ends. The password stays as it is.`,
      button: 'Undo',
    },
    undone: {
      title: 'Change undone',
      body: (oldEmail: string) =>
        `You log in with ${oldEmail} again. Every session of the account has ended.`,
      advice: 'The password is as it was. If another person may know it, choose a new one.',
    },
  },
};

export type AccountTexts = typeof en;
