import type { NewEvent } from '../../live/index.ts';
import { webhooksByEvent } from '../../notify/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { careTeamsOf } from '../care-team.ts';
import { recordChanges } from '../commands/record-changes.ts';
import type { Changed } from '../states.ts';
import { type FallResponse, lockResponsesIn } from '../store/responses.ts';
import { suspectedAgain, witnessed } from './changes.ts';

/** A fall that was continued without rising, and the impact of its new reading. */
export interface FurtherSign {
  readonly fallId: string;
  readonly impactAt: Date;
}

/**
 * Judges falls again whose wearers had moved on, and the new impacts of those that are pending. Runs in the transaction that
 * has locked the falls: the escalator cannot decide about one between its new reading and this look.
 */
export async function suspectAgain(
  q: Queryable,
  signs: readonly FurtherSign[],
  at: Date,
): Promise<readonly NewEvent[]> {
  const impactOf = new Map(signs.map(({ fallId, impactAt }) => [fallId, impactAt]));
  const falls = await lockResponsesIn(q, signs, ['pending', 'moved_on']);
  return record(q, falls, at, ({ fallId, response }) => {
    const again = suspectedAgain(response, impactOf.get(fallId) ?? at, at);
    return (
      again && { response: again, entries: [], isAnnounced: response.verification?.status !== 'pending' }
    );
  });
}

/** Another sensor has noticed the fall, too. The transaction has locked it. */
export async function witness(q: Queryable, fallId: string, at: Date): Promise<readonly NewEvent[]> {
  const falls = await lockResponsesIn(q, [{ fallId }], ['pending', 'moved_on']);
  return record(q, falls, at, ({ response }) => witnessed(response, at));
}

async function record(
  q: Queryable,
  falls: readonly FallResponse[],
  at: Date,
  changed: (fall: FallResponse) => (Changed & { readonly isAnnounced?: boolean }) | undefined,
): Promise<readonly NewEvent[]> {
  const changes = falls.flatMap((fall) => {
    const change = changed(fall);
    return change === undefined ? [] : [{ fall, isAnnounced: true, ...change }];
  });
  if (changes.length === 0) return [];
  const patients = changes.map(({ fall }) => fall.patientId);
  const [careTeamOf, webhooksOf] = await Promise.all([careTeamsOf(q, patients, at), webhooksByEvent(q)]);
  return recordChanges(q, changes, { careTeamOf, webhooksOf }, at);
}
