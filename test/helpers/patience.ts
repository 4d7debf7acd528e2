import { readFileSync } from 'node:fs';

/** Linux's account of the time in which a task that could run waited for a core. */
const PRESSURE_FILE = '/proc/pressure/cpu';
/** A time limit becomes ten times as long, at most. */
const LEAST_PACE = 0.1;

function starvedMs(): number {
  try {
    const [, microseconds = 0] = /^some .*total=(\d+)/.exec(readFileSync(PRESSURE_FILE, 'utf8')) ?? [];
    return Number(microseconds) / 1000;
  } catch {
    // Not Linux, or a kernel without it.
    return 0;
  }
}

/**
 * Milliseconds by a clock that slows down while processes wait for a core. Every time limit of a test goes by it, so that
 * a busy machine does not make a test fail.
 */
export const patientNow = (): number => performance.now() - (1 - LEAST_PACE) * starvedMs();
