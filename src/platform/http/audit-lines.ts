import type { Forbidden } from '../errors.ts';
import type { AuditEntry, AuditTrail } from './audit.ts';
import { type Authenticated, isStation, stationOf } from './principal.ts';
import type { Caller, RecordAuditLine } from './route.ts';

/** docs/contract.md, "Audit log": access to another person's health data is audited; for a list, every person in it. */
export function recordHealthRead(
  { principal, record }: { readonly principal: Authenticated; readonly record: RecordAuditLine },
  what: string,
  subject: string | readonly string[],
): void {
  const line = { action: 'health.read', message: `Read ${what}` };
  if (typeof subject !== 'string') record({ ...line, subjectIds: [...new Set(subject)] });
  else if (isStation(principal) || subject !== principal.userId) record({ ...line, subjectId: subject });
}

/** docs/contract.md, "Audit log": every permission refusal is audited. */
export function recordRefusal(
  audit: AuditTrail,
  endpoint: string,
  error: Forbidden,
  call: { readonly by?: Authenticated | undefined; readonly caller: Caller },
): void {
  void audit.recordAuditLine({
    action: 'access.refused',
    outcome: 'refused',
    message: `${endpoint}: ${error.message}`,
    ...(call.by && actorOf(call.by)),
    ...call.caller,
  });
}

/** The caller's fields in an audit entry. */
export function actorOf(caller: Authenticated): Pick<AuditEntry, 'actorId' | 'station' | 'token'> {
  return isStation(caller)
    ? { station: stationOf({ station: caller }) }
    : { actorId: caller.userId, station: stationOf(caller), token: caller.token };
}

/** Names the changed fields, never their values. */
export const changeOf = (what: string, change: object): string =>
  `Changed ${Object.keys(change).join(', ')} of ${what}`;
