import { SaxesParser } from 'saxes';
import { LinkBroken, type Page, type PageEvent, type PagePriority } from '../page.ts';
import { displayed } from './page-text.ts';

/** A message of the server. Names vary between servers, so fields are found by name at any depth. */
export interface EspaxMessage {
  /** Such as `RSP.LOGIN`. */
  readonly name: string;
  readonly invokeId: string | undefined;
  readonly sessionId: string | undefined;
  /** The texts of the elements, the first of each name. */
  readonly fields: ReadonlyMap<string, string>;
}

type Fields = Readonly<Record<string, string>>;

const NAMESPACE = 'http://ns.espa-x.org/espa-x';
const ROOT_DEPTH = 1;
const MESSAGE_DEPTH = 2;
const MAX_DEPTH = 16;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

interface Request {
  readonly name: string;
  readonly invokeId: number;
  /** Undefined before the login. */
  readonly sessionId: string | undefined;
  readonly fields: Fields;
  readonly at: number;
}

export function requestXml({ name, invokeId, sessionId, fields, at }: Request): string {
  const session = sessionId === undefined ? '' : ` sessionID="${escaped(sessionId)}"`;
  const elements = Object.entries(fields).map(([field, value]) => `<${field}>${escaped(value)}</${field}>`);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<ESPA-X version="1.00" xmlns="${NAMESPACE}" timestamp="${new Date(at).toISOString().slice(0, 19)}">` +
    `<${name} invokeID="${invokeId}"${session}>${elements.join('')}</${name}></ESPA-X>`
  );
}

/** The words of the ESPA-X schema. */
const PRIORITIES: Readonly<Record<PagePriority, Fields>> = {
  1: { 'CP-PRIO': 'Emergency', 'CP-SIGNAL': 'Emergency' },
  2: { 'CP-PRIO': 'High', 'CP-SIGNAL': 'Urgent' },
  3: { 'CP-PRIO': 'Standard', 'CP-SIGNAL': 'Standard' },
};

export const startFields = ({ ref, number, text, priority }: Page): Fields => ({
  'CP-PR-REF': ref,
  'CP-PHONENO': number,
  'CP-TEXTMSG': displayed(text),
  ...PRIORITIES[priority],
  'CP-DELAY': '0',
  'CP-ATTEMPTS': '1',
  // All events: without them no acknowledgement is reported.
  'CP-PR-DETAILS': 'All',
});

export const stopFields = (ref: string): Fields => ({ 'CP-PR-REF': ref, 'CP-PR-MASK': 'All' });

/** Throws LinkBroken. A document type is refused, so there are no entities beside the five of XML. */
export function readMessage(xml: string): EspaxMessage {
  const parser = new SaxesParser();
  const fields = new Map<string, string>();
  const path: string[] = [];
  let message: Omit<EspaxMessage, 'fields'> | undefined;
  let text = '';
  parser.on('error', () => {
    throw new LinkBroken('the pager server sent XML that is not well-formed');
  });
  parser.on('doctype', () => {
    throw new LinkBroken('the pager server sent a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    path.push(localName(name));
    text = '';
    if (path.length > MAX_DEPTH) throw new LinkBroken('the pager server sent XML that is nested too deeply');
    if (path.length === ROOT_DEPTH && path[0] !== 'ESPA-X')
      throw new LinkBroken('the pager server does not speak ESPA-X');
    if (path.length === MESSAGE_DEPTH)
      message ??= { name: localName(name), invokeId: attributes.invokeID, sessionId: attributes.sessionID };
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('cdata', (part) => {
    text += part;
  });
  parser.on('closetag', () => {
    const name = path.pop();
    const value = text.trim();
    if (name !== undefined && path.length >= MESSAGE_DEPTH && value !== '' && !fields.has(name))
      fields.set(name, value);
    text = '';
  });
  parser.write(xml).close();
  if (message === undefined) throw new LinkBroken('the pager server sent a message without content');
  return { ...message, fields };
}

/** Some servers write a namespace prefix. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The answer's code; 0 for a response without one. */
export const codeOf = ({ fields }: EspaxMessage): number => Number(fields.get('RSP-CODE') ?? 0) || 0;

/** `SS-RESULT` of one receiver, `SP-RESULT` or `SP-ENDREASON` of the whole process, without case and spaces. */
const ACKNOWLEDGED = new Set(['accepted', 'acknowledged', 'confirmed', 'positiveconfirmed']);
const FAILED: Readonly<Record<string, string>> = {
  offduty: 'off duty',
  busy: 'busy',
  noanswer: 'no answer',
  notreached: 'not reached',
  wrongbehaviour: 'wrong behaviour of the device',
  rejected: 'rejected',
  failed: 'the paging system reported a failure',
};
const RESULT_FIELDS = ['SS-RESULT', 'SP-RESULT', 'SP-ENDREASON'];

/** In the order in which they name the device that answered. */
const NUMBER_FIELDS = ['SS-NETW-NO', 'SS-SBSCRNO', 'SS-PHONENO', 'CP-PHONENO'];

/** Undefined for what says nothing about a person. `refOf` knows processes that the server names by number only. */
export function eventOf(
  { name, fields }: EspaxMessage,
  refOf: (tan: string) => string | undefined,
): PageEvent | undefined {
  if (!name.startsWith('IND.P-')) return undefined;
  const ref = fields.get('CP-PR-REF') ?? refOf(fields.get('SP-PR-TAN') ?? '');
  const result = firstOf(RESULT_FIELDS, fields)
    ?.toLowerCase()
    .replace(/[^a-z]/g, '');
  if (ref === undefined || result === undefined) return undefined;
  const number = firstOf(NUMBER_FIELDS, fields)?.replace(/\D/g, '') || null;
  if (ACKNOWLEDGED.has(result)) return { what: 'acknowledged', ref, number, reason: null };
  const reason = FAILED[result];
  return reason === undefined ? undefined : { what: 'failed', ref, number, reason };
}

const firstOf = (names: readonly string[], fields: EspaxMessage['fields']): string | undefined =>
  names.map((name) => fields.get(name)).find((given) => given !== undefined);
