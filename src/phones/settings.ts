import type { NotifyConfig } from '../notify/settings.ts';
import { type IsRefused, publicUrlMistake, setting, type ValuesOf } from '../platform/config/setting.ts';
import type { PlatformConfig } from '../platform/config/settings.ts';
import { wholeNumber } from '../platform/config/values.ts';
import type { SmsGateway, VoiceGateway } from './providers/provider.ts';
import { gatewayComplaint, smsGateway, voiceGateway } from './providers/providers.ts';

const rows = {
  smsGateway: setting<SmsGateway>({
    env: 'SMS_GATEWAY_URL',
    meaning:
      'gateway for SMS: `twilio://SID:TOKEN@host?from=+49…`, or `http+template:<file>` with the request as JSON (docs/phones.md)',
    shown: 'none: no SMS',
    secret: true,
    parse: smsGateway,
  }),
  voiceGateway: setting<VoiceGateway>({
    env: 'VOICE_GATEWAY_URL',
    meaning: 'gateway for calls: `twilio://SID:TOKEN@host?from=+49…`',
    shown: 'none: no calls',
    secret: true,
    parse: voiceGateway,
  }),
  smsPerPersonHour: setting({
    env: 'SMS_PER_PERSON_HOUR',
    meaning: 'most SMS to a person within an hour, codes and tests included',
    fallback: 10,
    parse: wholeNumber(1, 1_000),
  }),
  callsPerPersonHour: setting({
    env: 'CALLS_PER_PERSON_HOUR',
    meaning: 'most calls to a person within an hour, codes and tests included',
    fallback: 10,
    parse: wholeNumber(1, 1_000),
  }),
  smsPerHour: setting({
    env: 'SMS_PER_HOUR',
    meaning: 'most SMS to all people within an hour',
    fallback: 200,
    parse: wholeNumber(1, 100_000),
  }),
  callsPerHour: setting({
    env: 'CALLS_PER_HOUR',
    meaning: 'most calls to all people within an hour',
    fallback: 200,
    parse: wholeNumber(1, 100_000),
  }),
};

export type PhonesConfig = ValuesOf<typeof rows>;

export const settings = {
  rows,
  contradictions(
    config: PhonesConfig &
      Pick<NotifyConfig, 'allowPrivateTargets'> &
      Pick<PlatformConfig, 'environment' | 'publicUrl'>,
    isRefused: IsRefused,
  ): string[] {
    const gateways = [
      ['SMS_GATEWAY_URL', config.smsGateway],
      ['VOICE_GATEWAY_URL', config.voiceGateway],
    ] as const;
    const found = gateways.flatMap(([name, gateway]) => {
      const complaint = gateway && gatewayComplaint(gateway, config.allowPrivateTargets);
      return complaint === undefined || isRefused('ALLOW_PRIVATE_TARGETS') ? [] : [`${name} ${complaint}`];
    });
    if (gateways.some(([, gateway]) => gateway !== undefined))
      found.push(...publicUrlMistake('SMS_GATEWAY_URL or VOICE_GATEWAY_URL', config, isRefused));
    return found;
  },
};
