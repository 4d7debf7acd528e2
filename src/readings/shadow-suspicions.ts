import { SECOND_MS } from '../platform/time.ts';
import { BY_NETWORK } from '../response/limits/sensitivity.ts';
import type { Device } from './registry/device.ts';
import type { ShadowVerdict } from './scoring/shadow.ts';
import type { ShadowSuspicion, Taken } from './vocabulary.ts';
import { forWearer } from './wearer/adjust.ts';

/** While they cannot be stored, the oldest are dropped: they alert nobody. */
const MOST = 10_000;

/** They wait in memory to be stored: docs/home.md, "The ledger". */
export class ShadowSuspicions implements Taken<ShadowSuspicion> {
  #noted: ShadowSuspicion[] = [];

  note(device: Device, verdict: ShadowVerdict, timeMs: number): void {
    const impactMs = timeMs - Math.round(verdict.secondsSinceImpact * SECOND_MS);
    if (device.isShaken(impactMs, timeMs)) return;
    const { confidence } = forWearer(verdict, device.owner, timeMs);
    const isByNetwork = BY_NETWORK.has(verdict.decidedBy);
    this.add([{ deviceKey: device.key, timeMs, impactMs, confidence, isByNetwork }]);
  }

  take(): readonly ShadowSuspicion[] {
    const taken = this.#noted;
    this.#noted = [];
    return taken;
  }

  add(suspicions: readonly ShadowSuspicion[]): void {
    this.#noted.push(...suspicions);
    if (this.#noted.length > MOST) this.#noted.splice(0, this.#noted.length - MOST);
  }
}
