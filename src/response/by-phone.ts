import type { Once, PhoneAnswer, PhoneResponder, ToldFall } from '../notify/vocabulary.ts';
import { findResponder } from '../people/index.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { Responses } from './responses.ts';
import { findResponse } from './store/responses.ts';
import { onDuty } from './store/shifts.ts';

interface ByPhoneDeps {
  readonly db: Database;
  readonly responses: Pick<Responses, 'claimOnce' | 'passOnce'>;
  readonly now: () => number;
}

/** What people do with the keys of a phone or a reply to an SMS. Nothing here throws because of the answer. */
export class ByPhone implements PhoneResponder {
  readonly #deps: ByPhoneDeps;

  constructor(deps: ByPhoneDeps) {
    this.#deps = deps;
  }

  /** Changes nothing. Names the patient only to a person who may respond. */
  async standing(fallId: string, personId: string): Promise<PhoneAnswer> {
    const { db } = this.#deps;
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

  claim(fallId: string, personId: string, once: Once): Promise<PhoneAnswer> {
    return this.#answered(fallId, personId, async () => {
      await this.#deps.responses.claimOnce(fallId, personId, once);
      return undefined;
    });
  }

  /** A call may be about several falls: each is passed on. */
  async pass(fallIds: readonly string[], personId: string, once: Once): Promise<PhoneAnswer> {
    let answer: PhoneAnswer = { is: 'resolved' };
    let isFirst = true;
    for (const fallId of fallIds) {
      const onceForAll: Once = async (q, at) => !isFirst || once(q, at);
      const given = await this.#answered(fallId, personId, async () => {
        const done = await this.#deps.responses.passOnce(fallId, personId, onceForAll);
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
  async claimNewest(told: readonly ToldFall[], once: Once): Promise<(PhoneAnswer & ToldFall) | undefined> {
    const { db, now } = this.#deps;
    const onDutyNow = new Set((await onDuty(db, new Date(now()))).map(({ id }) => id));
    for (const fallId of new Set(told.map((fall) => fall.fallId))) {
      const people = told.filter((fall) => fall.fallId === fallId);
      const inOrder = [...people].sort(
        (a, b) => Number(onDutyNow.has(b.personId)) - Number(onDutyNow.has(a.personId)),
      );
      for (const fall of inOrder) {
        if ((await findResponder(db, fall.personId, fall.patientId)) === undefined) continue;
        return { ...fall, ...(await this.claim(fallId, fall.personId, once)) };
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
