import { createChannels } from '../alerts/channels/channels.ts';
import { createMailer } from '../alerts/channels/mailer.ts';
import { createSafeRequest } from '../alerts/channels/safe-request.ts';
import { developmentVapidKeys, type VapidKeys } from '../alerts/channels/vapid-keys.ts';
import type { Config } from '../config.ts';
import type { Context } from './context.ts';

/** The ways out to people who are not looking: Web Push, e-mail, ntfy, webhooks. */
export async function openChannels({ config, now, closeLater }: Context) {
  const { smtpUrl, mailFrom, allowPrivateTargets } = config;
  const request = createSafeRequest({ allowPrivateTargets });
  closeLater('channels', async () => request.close());
  const mailer =
    smtpUrl !== undefined && mailFrom !== undefined ? createMailer({ smtpUrl, from: mailFrom }) : undefined;
  if (mailer !== undefined) closeLater('mailer', async () => mailer.close());
  const vapidKeys = await vapidKeysOf(config);
  return { channels: createChannels({ request, mailer, vapidKeys, now }), mailer, vapidKeys };
}

/** A key that a container makes for itself would be another one after its next start: in production it is given. */
async function vapidKeysOf(config: Config): Promise<VapidKeys | undefined> {
  const { vapidPrivateKey: privateKey, vapidPublicKey: publicKey, vapidSubject: subject } = config;
  if (privateKey !== undefined && publicKey !== undefined && subject !== undefined)
    return { privateKey, publicKey, subject };
  return config.environment === 'production' ? undefined : developmentVapidKeys(config.dataDir);
}
