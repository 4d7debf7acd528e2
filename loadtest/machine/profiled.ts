import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CpuProfile, type Share, sharesOf } from '../rules/profile.ts';
import { atTheEnd } from './clean-up.ts';
import { type RunningVigil, startVigil } from './service.ts';

export interface ProfiledVigil {
  readonly vigil: RunningVigil;
  /** Only this part of the main thread's profile counts. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Stops the service, which then writes its profile. */
  end(): Promise<readonly Share[]>;
}

export async function startProfiled(env: Readonly<Record<string, string>> = {}): Promise<ProfiledVigil> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-profile-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const began = performance.now();
  const vigil = await startVigil(env, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  let [from, to] = [0, 0];
  return {
    vigil,
    async during(work) {
      from = performance.now() - began;
      const result = await work();
      to = performance.now() - began;
      return result;
    },
    async end() {
      await vigil.stop();
      return sharesOf(mainThreadIn(folder), from, to);
    },
  };
}

/** Every thread writes a profile; the main thread's is by far the largest. */
function mainThreadIn(folder: string): CpuProfile {
  const [largest] = readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).size - statSync(a).size);
  if (largest === undefined) throw new Error('the service wrote no profile');
  return JSON.parse(readFileSync(largest, 'utf8')) as CpuProfile;
}
