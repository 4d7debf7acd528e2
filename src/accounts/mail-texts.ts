import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/time.ts';

export const RESET_LIFETIME_MS = 30 * MINUTE_MS;
export const INVITATION_LIFETIME_MS = 7 * DAY_MS;
export const CONFIRMATION_LIFETIME_MS = DAY_MS;
export const UNDO_LIFETIME_MS = 7 * DAY_MS;
/** Lifetime of a password set by another user. */
export const TEMPORARY_PASSWORD_MS = 7 * DAY_MS;

export interface MailText {
  readonly title: string;
  readonly body: string;
}

export const passwordResetMail = (link: string): MailText => ({
  title: 'Reset your Vigil password',
  body:
    'We received a request to reset the password of your account.\n\n' +
    `Choose a new password: ${link}\n\n` +
    `The link works once, for ${RESET_LIFETIME_MS / MINUTE_MS} minutes. If you did not request this, ignore this mail. Your password stays the same.\n`,
});

export const invitationMail = (link: string): MailText => ({
  title: 'Your account for Vigil',
  body:
    'A Vigil account has been created for you.\n\n' +
    `Choose your password: ${link}\n\n` +
    `The link works once, for ${INVITATION_LIFETIME_MS / DAY_MS} days. If you do not know Vigil, ignore this mail.\n`,
});

export const confirmationMail = (link: string): MailText => ({
  title: 'Confirm your new e-mail address for Vigil',
  body:
    'This e-mail address was entered for a Vigil account.\n\n' +
    `Confirm it: ${link}\n\n` +
    `The link works once, for ${CONFIRMATION_LIFETIME_MS / HOUR_MS} hours. The address changes when you confirm. If you did not expect this mail, ignore it.\n`,
});

/** Sent to the account's current address, which the change replaces. */
export const addressChangeMail = (newEmail: string, link: string): MailText => ({
  title: 'The e-mail address of your Vigil account is being changed',
  body:
    `The address of your account is being changed to ${newEmail}. If you requested this, you do not need to do anything.\n\n` +
    `If you did not, undo the change: ${link}\n\n` +
    `The link works for ${UNDO_LIFETIME_MS / DAY_MS} days. It restores this address and ends every session. Your password stays as it is, so choose a new one afterwards.\n`,
});
