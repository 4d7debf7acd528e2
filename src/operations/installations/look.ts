import { messageOf } from '../../platform/errors.ts';
import { type Health, healthIn, operationsIn, type Ward } from './answers.ts';
import { type Answer, ask } from './ask.ts';
import type { Installation } from './list.ts';

/** What an installation said, or why it said nothing. */
export interface Look {
  readonly name: string;
  readonly url: string;
  readonly at: Date;
  /** Undefined: `silence` says why. */
  readonly health: Health | undefined;
  readonly silence?:
    | { readonly kind: 'NO_ANSWER' | 'NONSENSE' | 'UNHEALTHY'; readonly reason: string }
    | undefined;
  /** Undefined: `refusal` says why. */
  readonly wards: readonly Ward[] | undefined;
  readonly refusal?: string | undefined;
  readonly certificate: Answer['certificate'];
}

export interface Patience {
  readonly patienceMs: number;
  readonly now: () => number;
}

/** All at once: an installation that hangs delays none of the others. */
export const lookAtAll = (installations: readonly Installation[], patience: Patience): Promise<Look[]> =>
  Promise.all(installations.map((one) => lookAt(one, patience)));

/** At the service on this machine, which needs no token. */
export async function lookHere(url: string, { patienceMs, now }: Patience): Promise<Look> {
  const health = await settled(ask(`${url}/api/health`, { patienceMs, isHere: true }));
  return {
    name: '',
    url,
    at: new Date(now()),
    ...readHealth(health),
    wards: undefined,
    certificate: certificateIn(health),
  };
}

async function lookAt({ name, url, token }: Installation, { patienceMs, now }: Patience): Promise<Look> {
  const [health, operations] = await Promise.all([
    settled(ask(`${url}/api/health`, { patienceMs })),
    settled(ask(`${url}/api/admin/operations`, { token, patienceMs })),
  ]);
  return {
    name,
    url,
    at: new Date(now()),
    ...readHealth(health),
    ...readOperations(operations),
    certificate: certificateIn(health),
  };
}

type Settled = Answer | { readonly error: string };

const settled = (answer: Promise<Answer>): Promise<Settled> =>
  answer.catch((error: unknown) => ({ error: messageOf(error) }));

const certificateIn = (answer: Settled): Look['certificate'] =>
  'error' in answer ? undefined : answer.certificate;

function readHealth(answer: Settled): Pick<Look, 'health' | 'silence'> {
  if ('error' in answer) return { health: undefined, silence: { kind: 'NO_ANSWER', reason: answer.error } };
  const health = answer.status === 200 ? healthIn(answer.body) : undefined;
  if (health !== undefined) return { health };
  const isVigil = answer.status === 503 && answer.body.includes('"UNHEALTHY"');
  return {
    health: undefined,
    silence: { kind: isVigil ? 'UNHEALTHY' : 'NONSENSE', reason: `status ${answer.status}` },
  };
}

function readOperations(answer: Settled): Pick<Look, 'wards' | 'refusal'> {
  if ('error' in answer) return { wards: undefined, refusal: answer.error };
  const operations = answer.status === 200 ? operationsIn(answer.body) : undefined;
  return operations === undefined
    ? { wards: undefined, refusal: `status ${answer.status}` }
    : { wards: operations.wards };
}
