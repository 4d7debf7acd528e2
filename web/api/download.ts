import { common } from '../text/en/common.ts';
import { type Failed, failureOf } from './call.ts';

/** Longer than any other answer takes: a file is made while it is sent. */
const TIMEOUT_MS = 10 * 60_000;

/** Saves what a path answers as a file. Not by a plain link: where there is none, the reason is to be read. */
export async function download(path: string): Promise<{ readonly ok: true } | Failed> {
  try {
    const response = await fetch(`/api${path}`, {
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return failureOf(response.status, await response.json(), path);
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = fileNameOf(response.headers.get('Content-Disposition'));
    link.click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return { ok: true };
  } catch {
    return { ok: false, status: 0, error: common.noAnswer, details: {} };
  }
}

const fileNameOf = (disposition: string | null): string =>
  /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1] ?? 'download';
