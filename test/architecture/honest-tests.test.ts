import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';

const lines = readdirSync(inProject('test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[^/]+\/.+\.ts$/.test(file))
  .flatMap((file) =>
    readFileSync(inProject('test', file), 'utf8')
      .split('\n')
      .map((line, i) => ({ file, line, place: `test/${file}:${i + 1}: ${line.trim()}` })),
  );

const placesOf = (wrong: RegExp, allowed: (file: string) => boolean = () => false): string[] =>
  lines.filter(({ file, line }) => wrong.test(line) && !allowed(file)).map(({ place }) => place);

const isHelper = (file: string): boolean => file.startsWith('helpers/');

test('no test sleeps: it waits for an event with eventually, inTime or Arrivals, or says why it needs staysQuiet or pause', () => {
  assert.deepEqual(placesOf(/\bsetTimeout\b.* from 'node:timers\/promises'/, isHelper), []);
  // Not within quotes, nor `window.setTimeout`: a script for the page of a browser.
  assert.deepEqual(placesOf(/^[^'"`]*((?<!\.)\bsetTimeout|\.waitForTimeout)\(/, isHelper), []);
});

test('no test measures an upper limit by a clock that runs on while the machine is busy: patientNow does not', () => {
  assert.deepEqual(placesOf(/\b(performance|Date)\.now\(\) - \w+\)?[^;]* < /), []);
});
