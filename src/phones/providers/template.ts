import { readFileSync } from 'node:fs';
import { httpResult } from '../../notify/channels/index.ts';
import { InvalidValue } from '../../platform/config/values.ts';
import { decoded, escapeXml, type Provider, requireSender, type SmsGateway } from './provider.ts';

const FORM = 'http+template:<file>';
const TEMPLATE_URL = /^http\+template:([^?]+)(?:\?from=([^&]*))?$/;

/** Any gateway that takes one HTTP request per SMS. */
export const template: Provider = {
  form: FORM,
  sms(url, forms) {
    const [, file, given = ''] = TEMPLATE_URL.exec(url) ?? [];
    if (file === undefined) throw new InvalidValue(forms);
    const request = readTemplate(file);
    const from = decoded(given, FORM);
    if (from !== '') requireSender(from, FORM);
    return templateGateway(request, from);
  },
};

const templateGateway = (template: RequestTemplate, from: string): SmsGateway => ({
  takesReplies: false,
  urlFor: () => template.url.replace(PLACEHOLDER, 'x'),
  async sendSms({ to, text }, { request, now, signal }) {
    const outcome = await request.post(templatePost(template, { to, text, from }), signal);
    const result = httpResult(outcome, now());
    const isFree = 'error' in outcome ? outcome.unsent === true : !result.delivered;
    return { result, isGatewayWorking: result.delivered, isFree };
  },
});

interface RequestTemplate {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
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

interface Values {
  readonly to: string;
  readonly text: string;
  readonly from: string;
}

type Escape = (value: string) => string;

/** By content type, so that a name can never become a part of the request's structure. */
function escapeFor(contentType: string): Escape {
  if (/\bjson\b/i.test(contentType)) return (value) => JSON.stringify(value).slice(1, -1);
  if (/\bxml\b/i.test(contentType)) return escapeXml;
  if (/^text\/plain\b/i.test(contentType)) return (value) => value;
  return encodeURIComponent;
}

const filled = (text: string, values: Values, escaped: Escape): string =>
  text.replace(/\{\{\s*(to|text|from)\s*\}\}/g, (_, name: keyof Values) => escaped(values[name]));

/** The request that the operator's template describes. */
export function templatePost({ method, url, headers, body }: RequestTemplate, values: Values) {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const contentType =
    type ?? (body.trimStart().startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded');
  const hasBody = method !== 'GET' && body !== '';
  const sent: Readonly<Record<string, string>> = {
    'user-agent': 'Vigil',
    ...(hasBody && type === undefined && { 'content-type': contentType }),
    ...Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, filled(value, values, String)]),
    ),
  };
  return {
    method,
    url: filled(url, values, encodeURIComponent),
    headers: sent,
    body: hasBody ? filled(body, values, escapeFor(contentType)) : '',
  };
}
