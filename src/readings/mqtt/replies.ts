import type { SignalOutcome } from '../../falls/index.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Assessed } from '../assessed.ts';
import { assessedJson } from '../assessed-json.ts';
import type { BacklogOutcome } from '../schema.ts';

/* docs/mqtt.md, "Topics": an answer has the shape of the HTTP one, plus the HTTP status code. */

export const assessmentReply = (assessed: Assessed): string =>
  `{"success":true,"status":200,"data":${assessedJson(assessed)}}`;

export const backlogReply = (data: BacklogOutcome): string =>
  JSON.stringify({ success: true, status: 200, data });

export const fallReply = ({ status, fall }: SignalOutcome): string =>
  JSON.stringify({ success: true, status, data: fall });

export const refusalReply = ({ status, code, message, details, retryAfter }: AppError): string =>
  JSON.stringify({ success: false, status, error: message, code, details, retryAfter });
