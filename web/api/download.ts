import type { PathOf, RequestFor } from '../../client/rest.ts';
import { api, type Failed } from './rest.ts';

/** Saves a path's reply as a file. Not a plain link, so that the page can show an error. */
export async function download<Path extends PathOf<'get'>>(
  path: Path,
  ...request: RequestFor<'get', Path>
): Promise<{ readonly ok: true } | Failed> {
  const reply = await api.file(path, ...request);
  if (!reply.ok) return reply;
  const url = URL.createObjectURL(reply.file);
  const link = document.createElement('a');
  link.href = url;
  link.download = reply.name ?? 'download';
  link.click();
  // By then the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return { ok: true };
}
