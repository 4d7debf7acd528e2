import { AppError, InvalidInput } from '../../platform/errors.ts';
import { isUuid } from '../../platform/schema/primitives.ts';
import { eventJson } from '../event-json.ts';
import type { LiveEvent } from '../events.ts';
import { CLIENT_FRAME_TYPES, type ClientFrameType } from './frame-types.ts';

export type Ref = string | number;

export interface ClientFrame {
  readonly type: ClientFrameType;
  readonly ref: Ref | undefined;
  readonly data: unknown;
  /** The named identifier, from `data` or the frame itself. */
  field(name: 'patientId' | 'alertId'): unknown;
}

const TYPES: ReadonlySet<string> = new Set(CLIENT_FRAME_TYPES);
const MAX_REF_LENGTH = 128;

/** The parsed frame, or an error message: docs/live-socket.md, "Frames". */
export function readFrame(bytes: ArrayBuffer, isBinary: boolean): ClientFrame | string {
  if (isBinary) return 'Frames must be text';
  const frame = parse(bytes);
  if (!isRecord(frame)) return 'A frame must be a JSON object';
  const { type, ref, data } = frame;
  if (typeof type !== 'string' || !TYPES.has(type)) {
    return `\`type\` must be one of ${CLIENT_FRAME_TYPES.join(', ')}`;
  }
  if (ref !== undefined && ref !== null && !isRef(ref)) {
    return `\`ref\` must be a number or text of at most ${MAX_REF_LENGTH} characters`;
  }
  return {
    type: type as ClientFrameType,
    ref: ref ?? undefined,
    data,
    field: (name) => (isRecord(data) && data[name] !== undefined ? data[name] : frame[name]),
  };
}

export function identifierIn(frame: ClientFrame, name: 'patientId' | 'alertId'): string {
  const value = frame.field(name);
  if (value === undefined) throw new InvalidInput({ [name]: 'is required' });
  if (typeof value !== 'string' || !isUuid(value)) throw new InvalidInput({ [name]: 'must be a UUID' });
  return value.toLowerCase();
}

function parse(bytes: ArrayBuffer): unknown {
  try {
    // The server has already checked that a text frame is UTF-8.
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRef = (value: unknown): value is Ref =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_REF_LENGTH);

export interface ServerFrame {
  readonly type: string;
  readonly ref?: Ref | undefined;
  readonly status?: number;
  readonly data?: unknown;
}

/** Bytes, because the server would convert text again for every socket. */
export const frameOf = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame));

export const eventFrame = (event: LiveEvent, ref?: Ref): Buffer => Buffer.from(eventJson(event, ref));

/** An error as in REST, plus its status. */
export function refusalFrame(type: 'error' | 'assessment', error: AppError, ref: Ref | undefined): Buffer {
  const { status, code, message, details, fields } = error;
  return Buffer.from(JSON.stringify({ type, ref, status, error: message, code, details, ...fields }));
}

export const complaintFrame = (complaint: string): Buffer =>
  refusalFrame('error', new AppError('REQUEST_MALFORMED', complaint), undefined);

/** Concatenated by hand, because it is the most frequent frame: `data` is already JSON. */
export const assessmentFrame = (ref: Ref | undefined, data: string): Buffer =>
  Buffer.from(
    `{"type":"assessment",${ref === undefined ? '' : `"ref":${JSON.stringify(ref)},`}"status":200,"data":${data}}`,
  );
