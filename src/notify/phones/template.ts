import type { TemplateGateway } from './gateways.ts';

interface Values {
  readonly to: string;
  readonly text: string;
  readonly from: string;
}

type Escape = (value: string) => string;

const XML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export const escapeXml: Escape = (value) =>
  value.replace(/[&<>"']/g, (character) => XML[character] ?? character);

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
export function templatePost({ template, from }: TemplateGateway, message: Omit<Values, 'from'>) {
  const values = { ...message, from };
  const { method, url, headers, body } = template;
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
