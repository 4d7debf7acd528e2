import { MINUTE_MS } from '../time.ts';
import type { NotificationText } from './notification-text.ts';

export const RESET_LIFETIME_MS = 30 * MINUTE_MS;

export const passwordResetMail = (link: string): NotificationText => ({
  title: 'A new password for Vigil',
  body:
    'Somebody, probably you, has asked for a new password for your account.\n\n' +
    `Choose one here: ${link}\n\n` +
    `The link works once, for ${RESET_LIFETIME_MS / MINUTE_MS} minutes. If it was not you, nothing has changed, and nothing will.\n`,
});
