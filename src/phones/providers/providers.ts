import { InvalidValue } from '../../platform/config/values.ts';
import { isPrivateHost } from '../../platform/public-address.ts';
import type { Provider, SmsGateway, VoiceGateway } from './provider.ts';
import { template } from './template.ts';
import { twilio } from './twilio.ts';

/** By the scheme of the URL. A new provider is a file in this folder and a row here. */
const PROVIDERS: Readonly<Record<string, Provider>> = { twilio, 'http+template': template };

function gatewayOf<Gateway>(
  url: string,
  parserOf: (provider: Provider) => ((url: string, forms: string) => Gateway) | undefined,
): Gateway {
  const able = Object.values(PROVIDERS).filter((provider) => parserOf(provider) !== undefined);
  const forms = `must be ${able.map(({ form }) => form).join(' or ')}`;
  const [scheme = ''] = url.split(':', 1);
  const provider = Object.hasOwn(PROVIDERS, scheme) ? PROVIDERS[scheme] : undefined;
  const parse = provider && parserOf(provider);
  if (parse === undefined) throw new InvalidValue(forms);
  return parse(url, forms);
}

export const smsGateway = (url: string): SmsGateway => gatewayOf(url, ({ sms }) => sms);

export const voiceGateway = (url: string): VoiceGateway => gatewayOf(url, ({ voice }) => voice);

/** The reason why a gateway must not be reached, for the operator; undefined if it may. */
export function gatewayComplaint(
  gateway: SmsGateway | VoiceGateway,
  allowPrivateTargets: boolean,
): string | undefined {
  const url = new URL(gateway.urlFor(allowPrivateTargets));
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must use https';
  if (url.username !== '' || url.password !== '')
    return 'must not have a user in the url of the template: use a header';
  const isPrivate = isPrivateHost(url);
  if (isPrivate && !allowPrivateTargets) return 'has a private host, which needs ALLOW_PRIVATE_TARGETS=true';
  if (url.protocol === 'http:' && !isPrivate) return 'must use https for a public host';
  return undefined;
}
