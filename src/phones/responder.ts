import type { NotifiedFall } from '../notify/vocabulary.ts';
import { findResponder } from '../people/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { onDuty, type Responses } from '../response/index.ts';

export interface ResponderDeps {
  readonly db: Database;
  readonly responses: Pick<Responses, 'claimByPhone' | 'passByPhone'>;
  readonly findResponse: (db: Database, fallId: string) => Promise<FallStanding | undefined>;
  readonly now: () => number;
}

interface FallStanding {
  readonly patientId: string;
  readonly patientName: string;
  readonly patientRoom: string | null;
  readonly response: {
    readonly state: string;
    readonly claimedBy: { readonly id: string; readonly name: string } | null;
    readonly offeredTo: { readonly id: string } | null;
  };
}

/** Marks a reply or a key as used, in the transaction; false if it was used before. */
export type MarkUsed = (q: Queryable, at: Date) => Promise<boolean>;

/** How a fall stands for a person, and what came of their answer. */
export type PhoneAnswer =
  | {
      readonly is: 'open' | 'claimed';
      readonly patientId: string;
      readonly patientName: string;
      readonly patientRoom: string | null;
    }
  | { readonly is: 'held'; readonly patientName: string; readonly holderName: string }
  /** `declined`: the fall was offered to the person, and its holder keeps it. */
  | { readonly is: 'passed' | 'declined'; readonly patientId?: string }
  | { readonly is: 'resolved' | 'refused' | 'used' };

/** What people do with the keys of a phone or a reply to an SMS. Nothing here throws because of the answer. */
export class PhoneResponder {
  readonly #deps: ResponderDeps;

  constructor(deps: ResponderDeps) {
    this.#deps = deps;
  }

  /** Changes nothing. Names the patient only to a person who may respond. */
  async standing(fallId: string, personId: string): Promise<PhoneAnswer> {
    const { db, findResponse } = this.#deps;
    const fall = await findResponse(db, fallId);
    if (fall === undefined) return { is: 'resolved' };
    if ((await findResponder(db, personId, fall.patientId)) === undefined) return { is: 'refused' };
    const { patientId, patientName, patientRoom, response } = fall;
    if (response.state === 'RESOLVED') return { is: 'resolved' };
    const { claimedBy, offeredTo } = response;
    if (claimedBy === null || offeredTo?.id === personId)
      return { is: 'open', patientId, patientName, patientRoom };
    return claimedBy.id === personId
      ? { is: 'claimed', patientId, patientName, patientRoom }
      : { is: 'held', patientName, holderName: claimedBy.name };
  }

  claim(fallId: string, personId: string, markUsed: MarkUsed): Promise<PhoneAnswer> {
    return this.#answered(fallId, personId, async () => {
      await this.#deps.responses.claimByPhone(fallId, personId, markUsed);
      return undefined;
    });
  }

  /** A call may be about several falls: each is passed on. */
  async pass(fallIds: readonly string[], personId: string, markUsed: MarkUsed): Promise<PhoneAnswer> {
    let answer: PhoneAnswer = { is: 'resolved' };
    let isFirst = true;
    for (const fallId of fallIds) {
      const markFirstUsed: MarkUsed = async (q, at) => !isFirst || markUsed(q, at);
      const given = await this.#answered(fallId, personId, async () => {
        const done = await this.#deps.responses.passByPhone(fallId, personId, markFirstUsed);
        isFirst = false;
        return { is: done };
      });
      if (given.is === 'used') return given;
      if (given.is === 'passed' || answer.is !== 'passed') answer = given;
    }
    return answer;
  }

  /**
   * Claims the first of these falls for a person who may still respond. Of several people with the same number, those
   * on duty come first. Undefined if there is no such fall.
   */
  async claimNewest(
    notified: readonly NotifiedFall[],
    markUsed: MarkUsed,
  ): Promise<(PhoneAnswer & NotifiedFall) | undefined> {
    const { db, now } = this.#deps;
    const onDutyNow = new Set((await onDuty(db, new Date(now()))).map(({ id }) => id));
    for (const fallId of new Set(notified.map((fall) => fall.fallId))) {
      const people = notified.filter((fall) => fall.fallId === fallId);
      const inOrder = [...people].sort(
        (a, b) => Number(onDutyNow.has(b.personId)) - Number(onDutyNow.has(a.personId)),
      );
      for (const fall of inOrder) {
        if ((await findResponder(db, fall.personId, fall.patientId)) === undefined) continue;
        return { ...fall, ...(await this.claim(fallId, fall.personId, markUsed)) };
      }
    }
    return undefined;
  }

  async #answered(
    fallId: string,
    personId: string,
    work: () => Promise<PhoneAnswer | undefined>,
  ): Promise<PhoneAnswer> {
    try {
      return (await work()) ?? (await this.standing(fallId, personId));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      if (error.status === GONE) return { is: 'used' };
      return this.standing(fallId, personId);
    }
  }
}

const GONE = 410;
