import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PlatformConfig } from '../platform/config/settings.ts';
import { SECOND_MS } from '../platform/time.ts';
import { serviceUrl } from './here.ts';
import { cellsOf, sentenceOf } from './installations/cells.ts';
import { type Finding, needsAHand, sorted } from './installations/findings.ts';
import { lookHere } from './installations/look.ts';
import { OVERVIEW_TEXTS } from './installations/texts/index.ts';

interface StatusDeps {
  readonly config: PlatformConfig;
  /** Of this program: that of the running service may be older until its restart. */
  readonly version: string;
  /** Where the data is stored, in words. */
  readonly dataPlace: string;
}

const PATIENCE_MS = 4 * SECOND_MS;
const APT_PATIENCE_MS = 10 * SECOND_MS;
const { columns, findings: sentences } = OVERVIEW_TEXTS.en;

/** The service on this machine in one screen, and whether it is well. */
export async function statusOf({ config, version, dataPlace }: StatusDeps) {
  const [look, candidate] = await Promise.all([
    lookHere(serviceUrl(config), { patienceMs: PATIENCE_MS, now: Date.now }),
    aptCandidate(),
  ]);
  const [finished] = sorted([look]);
  if (finished === undefined) throw new Error('one look is sorted into one');
  const cells = cellsOf(finished, OVERVIEW_TEXTS.en);
  const known = finished.findings.some(({ code }) => code === 'UPDATE');
  const isNewer = candidate !== undefined && candidate.localeCompare(version, 'en', { numeric: true }) > 0;
  const lines: readonly (readonly [string, string])[] = [
    ['Installed', version],
    [
      'Service',
      look.health === undefined ? 'does not run or does not work' : `${look.health.status}, ${cells.version}`,
    ],
    ['Database', look.health === undefined ? dataPlace : `connected: ${dataPlace}`],
    [columns.path, cells.path],
    [columns.backup, cells.backup],
    [columns.disk, cells.disk],
    [columns.certificate, cells.certificate],
    ...finished.findings.map(
      (finding: Finding) => [labelOf(finding), sentenceOf(finding, OVERVIEW_TEXTS.en)] as const,
    ),
    ...(isNewer && !known ? ([['Update', sentences.UPDATE(candidate)]] as const) : []),
  ];
  return {
    isWell: !needsAHand([finished]),
    text: lines.map(([name, value]) => `${name.padEnd(12)} ${value}`).join('\n'),
  };
}

const labelOf = ({ code, level }: Finding): string =>
  code === 'UPDATE' ? 'Update' : OVERVIEW_TEXTS.en.levels[level];

/** What apt would install, by its last update: nothing is asked over the network. Undefined without apt or such a package. */
async function aptCandidate(): Promise<string | undefined> {
  const policy = await promisify(execFile)('env', ['LC_ALL=C', 'apt-cache', 'policy', 'vigil'], {
    timeout: APT_PATIENCE_MS,
  }).catch(() => undefined);
  return /^ +Candidate: (\d+\.\d+\.\d+)$/m.exec(policy?.stdout ?? '')?.[1];
}
