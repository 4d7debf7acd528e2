// The first import of every test process. A hanging test ends its process with the name of the test, long before the
// limit of the process, which would name none.

import { afterEach, beforeEach, type TestContext } from 'node:test';
import { patientNow } from './helpers/patience.ts';

/** Several times what the longest test takes. */
const LIMIT_MS = 180_000;
const CHECK_MS = 1_000;

let place = 'before the first test';
let since = patientNow();

function isAt(now: string): void {
  place = now;
  since = patientNow();
}

/** Node 20.13 has no full name. */
const nameOf = (context: unknown): string => {
  const { fullName, name } = context as Partial<TestContext>;
  return fullName ?? name ?? 'a test without a name';
};

beforeEach((context) => isAt(`in the test "${nameOf(context)}"`));
afterEach((context) => isAt(`after the test "${nameOf(context)}", perhaps in a hook`));

setInterval(() => {
  if (patientNow() - since < LIMIT_MS) return;
  const open = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`Hangs for ${LIMIT_MS / 1000} s ${place}. Open: ${open}\n`, () => process.exit(1));
}, CHECK_MS).unref();
