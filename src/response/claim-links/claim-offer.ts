import { findResponder } from '../../people/index.ts';
import type { Actor } from '../../people/person.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError, Forbidden } from '../../platform/errors.ts';
import { hashOfSecretToken } from '../../platform/secret-token.ts';
import { type FallResponse, findResponse } from '../store/responses.ts';
import { findClaimLink, findUsedClaimLink } from './store.ts';

/** The person and the fall of a claim link. */
export interface ClaimOffer {
  readonly person: Actor;
  readonly fall: FallResponse;
}

export const linkGone = (): AppError => new AppError('LINK_USED', 'This link was used or has expired');

/**
 * Reads only: mail scanners fetch every link. Throws 410 when the link was used or has expired, 403 when care has
 * ended.
 */
export async function claimOffer(q: Queryable, token: string, at: Date): Promise<ClaimOffer> {
  const link = await findClaimLink(q, hashOfSecretToken(token), at);
  const fall = link && (await findResponse(q, link.fallId));
  if (link === undefined || fall === undefined) throw linkGone();
  const person = await findResponder(q, link.personId, fall.patientId);
  if (person === undefined)
    throw new Forbidden('This patient is not assigned to you', { code: 'NOT_IN_CARE_TEAM' });
  return { person, fall };
}

/** For a used link: undefined unless its owner has claimed the fall. A second tap must not look like a failure. */
export async function acceptedOffer(q: Queryable, token: string): Promise<ClaimOffer | undefined> {
  const link = await findUsedClaimLink(q, hashOfSecretToken(token));
  const fall = link && (await findResponse(q, link.fallId));
  if (link === undefined || fall?.response.claimedBy?.id !== link.personId) return undefined;
  const person = await findResponder(q, link.personId, fall.patientId);
  return person && { person, fall };
}
