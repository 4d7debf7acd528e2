import { type Channels, createChannels } from '../notify/channels/channels.ts';
import { type ChannelKind, kindOf } from '../notify/channels/kinds.ts';
import { createMailer } from '../notify/channels/mailer.ts';
import { createSafeRequest } from '../notify/channels/safe-request.ts';
import { developmentVapidKeys, type VapidKeys } from '../notify/channels/vapid-keys.ts';
import type { FhirNotification } from '../notify/channels/webhook.ts';
import type { Pager } from '../notify/espa/pager.ts';
import { type LineDeps, SmsGatewayLine, smsLimitsOf, VoiceGatewayLine } from '../notify/phones/phone-line.ts';
import type { Database } from '../platform/database/database.ts';
import { Conflict } from '../platform/errors.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';

interface ChannelParts {
  readonly db: Database;
  readonly pager: Pager | undefined;
  readonly fhirNotification: FhirNotification | undefined;
}

/** The notification channels for people who do not have the console open. */
export async function openChannels(
  { config, now, closeLater, publicUrl }: Context,
  { db, pager, fhirNotification }: ChannelParts,
) {
  const { smtpUrl, mailFrom, allowPrivateTargets } = config;
  const request = createSafeRequest({ allowPrivateTargets });
  closeLater('channels', async () => request.close());
  const mailer =
    smtpUrl !== undefined && mailFrom !== undefined ? createMailer({ smtpUrl, from: mailFrom }) : undefined;
  if (mailer !== undefined) closeLater('mailer', async () => mailer.close());
  const vapidKeys = await vapidKeysOf(config);
  const phones = phonesOf(config, { db, request, allowPrivateTargets, publicUrl, now });
  const deps = { config, request, mailer, vapidKeys, pager, phones, fhirNotification, now };
  const channels = createChannels(deps);
  return {
    channels,
    mailer,
    vapidKeys,
    pager,
    phones,
    requireConfigured: requireConfigured(config, channels),
  };
}

export type OpenChannels = Awaited<ReturnType<typeof openChannels>>;

/**
 * Runs before a channel is created: 409 if the channel is not configured, or if links in its messages would not work.
 */
const requireConfigured =
  ({ environment, publicUrl }: Config, channels: Channels) =>
  (kind: ChannelKind): void => {
    if (!channels.isConfigured(kind))
      throw new Conflict(`${kindOf(kind).label} is not configured`, { code: 'NOT_CONFIGURED' });
    if (environment === 'production' && publicUrl === undefined)
      throw new Conflict('Channels need PUBLIC_URL, which is not configured', { code: 'NOT_CONFIGURED' });
  };

function phonesOf(config: Config, deps: Omit<LineDeps, 'limits'>) {
  const { smsGateway, voiceGateway, callsPerPersonHour, callsPerHour } = config;
  const callLimits = { perPerson: callsPerPersonHour, inAll: callsPerHour };
  return {
    sms: smsGateway && new SmsGatewayLine(smsGateway, { ...deps, limits: smsLimitsOf(config) }),
    call: voiceGateway && new VoiceGatewayLine(voiceGateway, { ...deps, limits: callLimits }),
  };
}

/** A key that a container generates changes at its next start, so production requires a configured key. */
async function vapidKeysOf(config: Config): Promise<VapidKeys | undefined> {
  const { vapidPrivateKey: privateKey, vapidPublicKey: publicKey, vapidSubject: subject } = config;
  if (privateKey !== undefined && publicKey !== undefined && subject !== undefined)
    return { privateKey, publicKey, subject };
  return config.environment === 'production' ? undefined : developmentVapidKeys(config.dataDir);
}
