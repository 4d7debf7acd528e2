import type { Response } from './states.ts';
import type { VerificationStatus } from './vocabulary.ts';

/** `response` as in every record of a fall or alert. */
export const responseOf = (response: Response) => ({
  state: response.state,
  okUntil: response.okUntil,
  claimedBy: response.claimedBy,
  claimedAt: response.claimedAt,
  claimExpiresAt: response.claimExpiresAt,
  unclaimedSince: response.unclaimedSince,
  etaMinutes: response.etaMinutes,
  offeredTo: response.offeredTo,
  step: response.escalation.step,
  nextStepAt: response.nextStepAt,
  helpPresses: response.helpPresses,
  repeated: response.helpNotified && { at: response.helpAt, told: response.helpNotified },
  outcome: response.outcome,
  resolvedAt: response.resolvedAt,
  resolvedBy: response.resolvedBy,
  note: response.note,
});

export type ResponseRecord = ReturnType<typeof responseOf>;

/** The fields of a fall's or an alert's record that its response gives. */
export interface ShownResponse {
  readonly response: ResponseRecord | null;
  readonly verification: VerificationStatus | null;
}

export const shownOf = (response: Response) => ({
  response: responseOf(response),
  verification: response.verification?.status ?? null,
});

export const NO_RESPONSE: ShownResponse = { response: null, verification: null };
