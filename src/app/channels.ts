import { type Channels, createChannels } from '../notify/channels/channels.ts';
import { type ChannelKind, kindOf } from '../notify/channels/kinds.ts';
import { createMailer } from '../notify/channels/mailer.ts';
import { createSafeRequest } from '../notify/channels/safe-request.ts';
import { developmentVapidKeys, type VapidKeys } from '../notify/channels/web-push/vapid-keys.ts';
import { Conflict } from '../platform/errors.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';

/** The notification channels for people who do not have the console open. */
export async function openChannels({ config, now, closeLater }: Context) {
  const { smtpUrl, mailFrom, allowPrivateTargets } = config;
  const request = createSafeRequest({ allowPrivateTargets });
  closeLater('channels', async () => request.close());
  const mailer =
    smtpUrl !== undefined && mailFrom !== undefined ? createMailer({ smtpUrl, from: mailFrom }) : undefined;
  if (mailer !== undefined) closeLater('mailer', async () => mailer.close());
  const vapidKeys = await vapidKeysOf(config);
  const channels = createChannels({ request, mailer, vapidKeys, now });
  return {
    channels,
    mailer,
    vapidKeys,
    request,
    isOffered: (kind: ChannelKind) => obstacleOf(kind, config, channels) === undefined,
    requireConfigured(kind: ChannelKind) {
      const obstacle = obstacleOf(kind, config, channels);
      if (obstacle !== undefined) throw new Conflict(obstacle, { code: 'NOT_CONFIGURED' });
    },
  };
}

export type OpenChannels = Awaited<ReturnType<typeof openChannels>>;

/** Why nobody can add a channel of this kind: it is not configured, or links in its messages would not work. */
function obstacleOf(
  kind: ChannelKind,
  { environment, publicUrl }: Config,
  channels: Channels,
): string | undefined {
  if (!channels.isConfigured(kind)) return `${kindOf(kind).label} is not configured`;
  if (environment === 'production' && publicUrl === undefined)
    return 'Channels need PUBLIC_URL, which is not configured';
  return undefined;
}

/** A key that a container generates changes at its next start, so production requires a configured key. */
async function vapidKeysOf(config: Config): Promise<VapidKeys | undefined> {
  const { vapidPrivateKey: privateKey, vapidPublicKey: publicKey, vapidSubject: subject } = config;
  if (privateKey !== undefined && publicKey !== undefined && subject !== undefined)
    return { privateKey, publicKey, subject };
  return config.environment === 'production' ? undefined : developmentVapidKeys(config.dataDir);
}
