import type { Answered } from '../../falls/wearer-signals.ts';
import type { AppError } from '../../platform/errors.ts';
import { assessedJson } from '../assessed-json.ts';
import type { Assessed } from '../handler.ts';
import type { BacklogOutcome } from '../schema.ts';

/* docs/mqtt.md, "Topics": an answer is shaped like the HTTP one, with the status that HTTP would have had. */

export const assessmentAnswer = (assessed: Assessed): string =>
  `{"success":true,"status":200,"data":${assessedJson(assessed)}}`;

export const backlogAnswer = (data: BacklogOutcome): string =>
  JSON.stringify({ success: true, status: 200, data });

export const fallAnswer = ({ status, fall }: Answered): string =>
  JSON.stringify({ success: true, status, data: fall });

export const refusalAnswer = ({ status, code, message, details, retryAfter }: AppError): string =>
  JSON.stringify({ success: false, status, error: message, code, details, retryAfter });
