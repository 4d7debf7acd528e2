import type { Principal } from '../../auth/sessions.ts';
import type { RecordAuditLine } from './route.ts';

/** Decisions, /admin/logs: reading another person's health data leaves a line; `subjectId` unset stands for many. */
export function recordHealthRead(
  { principal, record }: { readonly principal: Principal; readonly record: RecordAuditLine },
  what: string,
  subjectId?: string,
): void {
  if (subjectId !== principal.userId) record({ action: 'health.read', message: `Read ${what}`, subjectId });
}

/** Names the changed fields, never their values. */
export const changeOf = (what: string, change: object): string =>
  `Changed ${Object.keys(change).join(', ')} of a ${what}`;
