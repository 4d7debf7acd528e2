import { createHmac, timingSafeEqual } from 'node:crypto';
import { type DeliveryResult, httpResult } from '../channels/channel.ts';
import type { PostOutcome } from '../channels/safe-request.ts';
import { type TwilioGateway, twilioOrigin } from './gateways.ts';

/** A POST to the provider's REST interface: a form, with Basic authentication. */
export const twilioPost = (
  gateway: TwilioGateway,
  resource: 'Messages' | 'Calls',
  fields: Readonly<Record<string, string>>,
  allowPrivateTargets: boolean,
) =>
  ({
    url: `${twilioOrigin(gateway, allowPrivateTargets)}/2010-04-01/Accounts/${gateway.accountSid}/${resource}.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${gateway.accountSid}:${gateway.authToken}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Vigil',
    },
    body: new URLSearchParams(fields).toString(),
    readsAnswer: true,
  }) as const;

/** Errors about the number: the gateway itself works. https://www.twilio.com/docs/api/errors */
const ABOUT_THE_NUMBER: ReadonlyMap<number, string> = new Map([
  [13224, 'the number is not valid'],
  [21211, 'the number is not valid'],
  [21214, 'the number cannot be reached'],
  [21217, 'the number is not valid'],
  [21408, 'the gateway does not permit this region'],
  [21610, 'the recipient has unsubscribed with STOP'],
  [21612, 'the number cannot be reached'],
  [21614, 'the number is not a mobile number'],
]);
/** No retry helps until the person acts: the channel is disabled. */
const GONE: ReadonlySet<number> = new Set([13224, 21211, 21217, 21610, 21614]);

interface GatewayResult {
  readonly result: DeliveryResult;
  /** False: the gateway failed, for whatever number. */
  readonly isGatewayWorking: boolean;
  /** The request cannot have cost anything. */
  readonly isFree: boolean;
}

export function twilioResult(outcome: PostOutcome, now: number): GatewayResult {
  const result = httpResult(outcome, now);
  if ('error' in outcome) return { result, isGatewayWorking: false, isFree: outcome.unsent === true };
  const code = errorCodeIn(outcome.answer);
  const reason = code === undefined ? undefined : ABOUT_THE_NUMBER.get(code);
  if (result.delivered || code === undefined)
    return { result, isGatewayWorking: result.delivered, isFree: !result.delivered };
  const error = `${result.error}: error ${code}${reason === undefined ? '' : `, ${reason}`}`;
  return {
    result: { ...result, error, ...(GONE.has(code) && { gone: true, final: true }) },
    isGatewayWorking: reason !== undefined,
    isFree: true,
  };
}

function errorCodeIn(answer: string | undefined): number | undefined {
  try {
    const { code } = (JSON.parse(answer ?? '') ?? {}) as { readonly code?: unknown };
    return typeof code === 'number' && Number.isInteger(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** https://www.twilio.com/docs/usage/security: the URL, then names and values of the form in the order of the names. */
function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = fields.reduce((text, [name, value]) => text + name + value, url);
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
}

/** Some servers sign the URL with its default port, others without. */
function spellings(url: string): readonly string[] {
  const [, scheme, host = '', rest = ''] = /^(https?):\/\/([^/?#]*)(.*)$/.exec(url) ?? [];
  if (scheme === undefined) return [url];
  const port = scheme === 'https' ? ':443' : ':80';
  const other = host.endsWith(port)
    ? host.slice(0, -port.length)
    : /:\d+$/.test(host)
      ? host
      : `${host}${port}`;
  return [url, `${scheme}://${other}${rest}`];
}

export const isSigned = (authToken: string, url: string, form: URLSearchParams, given: string): boolean =>
  spellings(url).some((spelling) => {
    const [expected, received] = [
      Buffer.from(twilioSignature(authToken, spelling, form)),
      Buffer.from(given),
    ];
    return expected.length === received.length && timingSafeEqual(expected, received);
  });
