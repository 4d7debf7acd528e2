import { type Actor, findResponder } from '../people/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Forbidden } from '../platform/errors.ts';
import { hashClaimToken, linkGone } from './claim-tokens.ts';
import { findClaimLink, findUsedClaimLink } from './store/claim-links.ts';
import { type FallResponse, findResponse } from './store/responses.ts';

/** What a claim link offers: to whom, and which fall. */
export interface ClaimOffer {
  readonly person: Actor;
  readonly fall: FallResponse;
}

/** Looks only: mail scanners fetch every link. Throws 410 when it was used or has expired, 403 when care has ended. */
export async function claimOffer(q: Queryable, token: string, at: Date): Promise<ClaimOffer> {
  const link = await findClaimLink(q, hashClaimToken(token), at);
  const fall = link && (await findResponse(q, link.fallId));
  if (link === undefined || fall === undefined) throw linkGone();
  const person = await findResponder(q, link.personId, fall.patientId);
  if (person === undefined)
    throw new Forbidden('This patient is not assigned to you', { code: 'NOT_IN_CARE_TEAM' });
  return { person, fall };
}

/** Of a link that was used: undefined unless its owner is on the way because of it. A second tap must not look like a failure. */
export async function acceptedOffer(q: Queryable, token: string): Promise<ClaimOffer | undefined> {
  const link = await findUsedClaimLink(q, hashClaimToken(token));
  const fall = link && (await findResponse(q, link.fallId));
  if (link === undefined || fall?.response.claimedBy?.id !== link.personId) return undefined;
  const person = await findResponder(q, link.personId, fall.patientId);
  return person && { person, fall };
}
