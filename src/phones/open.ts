import type { ModuleChannels } from '../notify/channels/index.ts';
import type { NotifyConfig } from '../notify/settings.ts';
import type { Running } from '../platform/module.ts';
import { createCallChannel } from './call.ts';
import { type CallWatchDeps, watchCalls } from './call-watch.ts';
import { CallLine, type LineDeps, SmsLine, smsLimitsOf } from './lines.ts';
import type { PhonesConfig } from './settings.ts';
import { createSmsChannel } from './sms.ts';

interface OpenDeps extends Omit<LineDeps, 'limits' | 'allowPrivateTargets'>, CallWatchDeps {
  readonly config: PhonesConfig & Pick<NotifyConfig, 'allowPrivateTargets'>;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
}

/** docs/phones.md: SMS and calls, each if its gateway is configured. */
export function openPhones(deps: OpenDeps): Running<ModuleChannels> {
  const { config, closeLater } = deps;
  const { smsGateway, voiceGateway, allowPrivateTargets, callsPerPersonHour, callsPerHour } = config;
  const line = { ...deps, allowPrivateTargets };
  const callLimits = { perPerson: callsPerPersonHour, inAll: callsPerHour };
  const sms = smsGateway && new SmsLine(smsGateway, { ...line, limits: smsLimitsOf(config) });
  const call = voiceGateway && new CallLine(voiceGateway, { ...line, limits: callLimits });
  if (call !== undefined) {
    const watch = watchCalls(deps);
    closeLater('call watch', () => watch.close());
  }
  return {
    channels: { senders: { sms: sms && createSmsChannel(sms), call: call && createCallChannel(call) } },
    gateways: {
      ...(sms && { sms: () => !sms.isFailing() }),
      ...(call && { voice: () => !call.isFailing() }),
    },
  };
}
