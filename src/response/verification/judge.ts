import type { Queryable } from '../../platform/database/database.ts';
import type { FallResponse } from '../store/responses.ts';
import type { FallVerifier, VerificationVerdict } from '../vocabulary.ts';
import { dueImpacts } from './verification.ts';

/** Every fall rings, as without verification. */
export const ALL_STAND: FallVerifier = { movedOn: async () => new Set() };

/** The verdicts about the falls that are due to be judged, by fall. */
export async function judgeDue(
  q: Queryable,
  verifier: FallVerifier,
  falls: readonly FallResponse[],
  at: Date,
): Promise<ReadonlyMap<string, VerificationVerdict>> {
  const impacts = falls.flatMap(({ fallId, deviceId, response: { verification } }) =>
    verification === null
      ? []
      : dueImpacts(verification, at).map((impactAt) => ({ fallId, deviceId, impactAt })),
  );
  if (impacts.length === 0) return new Map();
  const movedOn = await verifier.movedOn(q, impacts);
  const verdicts = new Map<string, VerificationVerdict>();
  for (const impact of impacts)
    if (!movedOn.has(impact)) verdicts.set(impact.fallId, 'stands');
    else if (!verdicts.has(impact.fallId)) verdicts.set(impact.fallId, 'moved_on');
  return verdicts;
}
