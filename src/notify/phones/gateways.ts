import { readFileSync } from 'node:fs';
import { InvalidValue } from '../../platform/config/values.ts';
import { isPrivateHost } from '../../platform/public-address.ts';

/** A provider with Twilio's REST interface. */
export interface TwilioGateway {
  readonly type: 'twilio';
  readonly accountSid: string;
  /** Also the key of the signatures of its requests to us. */
  readonly authToken: string;
  /** With a port where one is given. */
  readonly host: string;
  readonly from: string;
}

/** Any gateway that takes one HTTP request per SMS. */
export interface TemplateGateway {
  readonly type: 'template';
  readonly from: string;
  readonly template: RequestTemplate;
}

export interface RequestTemplate {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type SmsGateway = TwilioGateway | TemplateGateway;

const PROVIDER_HOST = 'api.twilio.com';
const TWILIO_URL = /^twilio:\/\/([^:@/?#]+):([^:@/?#]+)@([^/?#]*)\/?\?from=([^&]+)$/;
/** ITU-T E.164: at most 15 digits. */
export const E164 = /^\+[1-9]\d{6,14}$/;
/** A name instead of a number, as SMS allows it: GSM 03.40 has room for 11 characters. */
const SENDER_NAME = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/;
const FORM = 'must be twilio://SID:TOKEN@host?from=+49…';

/** `decodeURIComponent` and not URLSearchParams: a plus sign begins the number. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidValue(`${FORM}; the percent-encoding is malformed`);
  }
};

function twilioGateway(value: string, form: string): TwilioGateway {
  const [, sid, token, host = '', from] = TWILIO_URL.exec(value) ?? [];
  if (sid === undefined || token === undefined || from === undefined) throw new InvalidValue(form);
  if (!/^\w{1,64}$/.test(sid)) throw new InvalidValue(`${form}; the SID has letters and digits only`);
  if (host !== '' && !URL.canParse(`https://${host}`))
    throw new InvalidValue(`${form}; the host is malformed`);
  return {
    type: 'twilio',
    accountSid: sid,
    authToken: decoded(token),
    host: host || PROVIDER_HOST,
    from: decoded(from),
  };
}

export function voiceGateway(value: string): TwilioGateway {
  const gateway = twilioGateway(value, FORM);
  if (!E164.test(gateway.from)) throw new InvalidValue(`${FORM}; from must be a number such as +4930123456`);
  return gateway;
}

const TEMPLATE_URL = /^http\+template:([^?]+)(?:\?from=([^&]*))?$/;

export function smsGateway(value: string): SmsGateway {
  const [, file, from = ''] = TEMPLATE_URL.exec(value) ?? [];
  const gateway =
    file === undefined
      ? twilioGateway(value, `${FORM} or http+template:<file>`)
      : ({ type: 'template', template: readTemplate(file), from: decoded(from) } as const);
  const isOptional = gateway.type === 'template';
  if (!(isOptional && gateway.from === '') && !E164.test(gateway.from) && !SENDER_NAME.test(gateway.from))
    throw new InvalidValue(`${FORM}; from must be a number such as +4930123456 or a name of 1 to 11 letters`);
  return gateway;
}

const METHODS = ['GET', 'POST', 'PUT'] as const;
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
const KNOWN: ReadonlySet<string> = new Set(['to', 'text', 'from']);
/** RFC 9110, 5.6.2 and 5.5, without the bytes above ASCII. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;

function readTemplate(file: string): RequestTemplate {
  const broken = (why: string): never => {
    throw new InvalidValue(`names the template ${file}, which ${why}`);
  };
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return broken(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read');
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return broken('must be an object { method, url, headers, body }');
  const { method = 'POST', url, headers = {}, body = '' } = given as Readonly<Record<string, unknown>>;
  const verb = METHODS.find((known) => known === method);
  if (verb === undefined) return broken(`must have a method of ${METHODS.join(', ')}`);
  if (typeof url !== 'string' || !URL.canParse(url.replace(PLACEHOLDER, 'x')))
    return broken('must have a url');
  if (typeof headers !== 'object' || headers === null || !Object.entries(headers).every(isHeader))
    return broken('must have headers of ASCII text, without {{text}}');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const template = { method: verb, url, headers: headers as Record<string, string>, body: text };
  const used = [url, ...Object.values(template.headers), text].flatMap((part) =>
    [...part.matchAll(PLACEHOLDER)].map(([, name = '']) => name),
  );
  const unknown = used.find((name) => !KNOWN.has(name));
  if (unknown !== undefined) return broken(`has the unknown placeholder {{${unknown}}}`);
  if (!used.includes('to') || !used.includes('text')) return broken('must contain {{to}} and {{text}}');
  return template;
}

const isHeader = ([name, value]: [string, unknown]): boolean =>
  HEADER_NAME.test(name) &&
  typeof value === 'string' &&
  HEADER_VALUE.test(value) &&
  !/\{\{\s*text\s*\}\}/.test(value);

/** https, or http to a host inside the operator's own network where that is permitted. */
export const twilioOrigin = ({ host }: TwilioGateway, allowPrivateTargets: boolean): string => {
  const isPlain = allowPrivateTargets && isPrivateHost(new URL(`https://${host}`));
  return `${isPlain ? 'http' : 'https'}://${host}`;
};

/** The reason why a gateway must not be reached, for the operator; undefined if it may. */
export function gatewayComplaint(gateway: SmsGateway, allowPrivateTargets: boolean): string | undefined {
  const origin =
    gateway.type === 'twilio'
      ? twilioOrigin(gateway, allowPrivateTargets)
      : gateway.template.url.replace(PLACEHOLDER, 'x');
  const url = new URL(origin);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must use https';
  if (url.username !== '' || url.password !== '')
    return 'must not have a user in the url of the template: use a header';
  const isPrivate = isPrivateHost(url);
  if (isPrivate && !allowPrivateTargets) return 'has a private host, which needs ALLOW_PRIVATE_TARGETS=true';
  if (url.protocol === 'http:' && !isPrivate) return 'must use https for a public host';
  return undefined;
}
