import type { Clock } from '../../client/clock.ts';
import { type Api, type Calls, ServiceError } from '../api.ts';
import type { Random } from '../random.ts';
import { type Errand, errandOf, type Habits } from './habits.ts';
import type { FallResponse, Outcome, Person, ResponseChange } from './records.ts';

/** A fall that a caregiver was alerted to. */
export interface Call {
  readonly fallId: string;
  readonly patientName: string;
}

/** A caregiver's action that the service accepted. */
export type Deed = Call & { readonly by: Person } & (
    | { readonly kind: 'claimed'; readonly etaMinutes: number; readonly station?: string | undefined }
    | { readonly kind: 'released' }
    | { readonly kind: 'offered'; readonly to: Person }
    | { readonly kind: 'resolved'; readonly outcome: Outcome }
  );

export interface CaregiverOptions {
  readonly api: Pick<Api, 'as'>;
  readonly self: Person & { readonly token: string };
  /** The other caregivers of this patient. */
  readonly colleaguesOf: (patientName: string) => readonly Person[];
  /** The station at which the caregiver claims this fall; undefined for the caregiver's own phone. */
  readonly stationFor?: (call: Call) => Promise<AtStation> | undefined;
  /** Whether there was a fall at all, as the caregiver finds on arrival. */
  readonly hasFallen: (patientName: string) => boolean;
  readonly habits: Pick<Habits, 'asleepShare'>;
  /** The scripted ending of a certain fall; no caregiver sleeps through it. */
  readonly endingOf?: (call: Call) => Errand['ending'] | undefined;
  readonly random: Random;
  readonly clock: Clock;
  readonly secondMs: number;
  readonly signal: AbortSignal;
  readonly onDeed: (deed: Deed) => void;
  /** Called when the service refused a request that it should have accepted. */
  readonly onRefusal: (reason: string) => void;
}

/** A station that the caregiver has unlocked. */
export interface AtStation {
  readonly name: string;
  readonly calls: Calls;
}

export interface Caregiver {
  /** An alert appeared on the screen. */
  alerted(call: Call): void;
  /** The response to a fall changed. */
  changed(change: ResponseChange): void;
  /** The phone rings: another chance to wake up. */
  rung(call: Call): void;
  /** Resolves when all errands are over. */
  idle(): Promise<void>;
}

/** Another caregiver was faster, or the wearer is well: not an error. */
const TOO_LATE = 409;

/** Simulates one caregiver: receives alerts on screen and phone, and responds or does not. */
export function createCaregiver(options: CaregiverOptions): Caregiver {
  const { api, self, random, clock, secondMs, signal } = options;
  const by: Person = { id: self.id, name: self.name };
  const heard = new Set<string>();
  const going = new Set<string>();
  const known = new Map<string, FallResponse>();
  const errands = new Set<Promise<void>>();
  let number = 0;

  async function pause(seconds: number): Promise<void> {
    await clock.sleep(seconds * secondMs, signal);
    signal.throwIfAborted();
  }
  const asSelf = api.as(self.token);

  /** Whether the fall still needs a caregiver, as far as the screen shows. */
  function isWanted(fallId: string): boolean {
    const response = known.get(fallId);
    if (response === undefined || response.offeredTo?.id === self.id) return true;
    return response.state === 'OPEN' || response.state === 'CHECKING';
  }

  function setOut(call: Call, errand: Errand): void {
    if (going.has(call.fallId) || !isWanted(call.fallId)) return;
    going.add(call.fallId);
    const done = clock
      .during(() => run(call, errand))
      .catch((error: unknown) => {
        if (signal.aborted || (error instanceof ServiceError && error.status === TOO_LATE)) return;
        options.onRefusal(error instanceof Error ? error.message : String(error));
      })
      .finally(() => {
        going.delete(call.fallId);
        errands.delete(done);
      });
    errands.add(done);
  }

  async function run(call: Call, errand: Errand): Promise<void> {
    await pause(errand.claimAfterS);
    if (!isWanted(call.fallId)) return;
    const { etaMinutes } = errand;
    const path = { id: call.fallId };
    const station = await options.stationFor?.(call);
    await (station?.calls ?? asSelf).post('/falls/{id}/claim', { path, body: { etaMinutes } });
    options.onDeed({ ...call, by, kind: 'claimed', etaMinutes, station: station?.name });
    await pause(errand.endAfterS);
    const colleague = options.colleaguesOf(call.patientName)[0];
    if (errand.ending === 'hand-off' && colleague !== undefined) {
      await asSelf.post('/falls/{id}/hand-off', { path, body: { caregiverId: colleague.id } });
      options.onDeed({ ...call, by, kind: 'offered', to: colleague });
    } else if (errand.ending === 'release') {
      await asSelf.post('/falls/{id}/release', { path });
      options.onDeed({ ...call, by, kind: 'released' });
    } else {
      const outcome = options.hasFallen(call.patientName) ? errand.outcome : 'FALSE_ALARM';
      await asSelf.post('/falls/{id}/resolve', { path, body: { outcome } });
      options.onDeed({ ...call, by, kind: 'resolved', outcome });
    }
  }

  const draw = (): Random => random.fork(`errand ${number++}`);

  function hear(call: Call): void {
    const fate = draw();
    const ending = options.endingOf?.(call);
    if (fate.chance(options.habits.asleepShare) && ending === undefined) return;
    const errand = errandOf(fate);
    setOut(call, ending === undefined ? errand : { ...errand, ending });
  }

  return {
    alerted(call) {
      if (heard.has(call.fallId)) return;
      heard.add(call.fallId);
      hear(call);
    },
    changed({ fallId, patientName, response }) {
      const before = known.get(fallId);
      known.set(fallId, response);
      const call = { fallId, patientName };
      // A caregiver who is offered the fall by name finishes it.
      if (response.offeredTo?.id === self.id) setOut(call, { ...errandOf(draw()), ending: 'resolve' });
      const isLetGo = response.state === 'OPEN' && before?.state === 'CLAIMED';
      if (isLetGo && before.claimedBy?.id !== self.id) setOut(call, errandOf(draw()));
    },
    rung: hear,
    async idle() {
      while (errands.size > 0) await Promise.all(errands);
    },
  };
}
