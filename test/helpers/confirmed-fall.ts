import type { Response, TestApp } from './app.ts';
import type { Person } from './people.ts';
import { resting, stream } from './readings.ts';
import { fallBetween, fieldsOf } from './soft-fall.ts';

/** Sends a fall, one reading a second, that is CONFIRMED some seconds after its impact; returns the surest answer. */
export async function streamConfirmedFall(
  app: Pick<TestApp, 'call' | 'clock'>,
  person: Pick<Person, 'token'>,
  mac: string,
  more: object = {},
): Promise<Response['body']> {
  const answers: Response['body'][] = [];
  for (const motion of fallBetween(0.92, 0.99)) {
    app.clock.advance(1000);
    answers.push(await stream(app, person, resting(mac, { ...fieldsOf(motion), ...more })));
  }
  return answers.reduce((surest, next) => (next.fallConfidence > surest.fallConfidence ? next : surest));
}
