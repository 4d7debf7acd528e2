import { api, type Failed } from './rest.ts';

/** Saves what a path answers as a file. Not by a plain link: where there is none, the reason is to be read. */
export async function download(path: '/profile/me/export'): Promise<{ readonly ok: true } | Failed> {
  const answer = await api.file(path);
  if (!answer.ok) return answer;
  const url = URL.createObjectURL(answer.file);
  const link = document.createElement('a');
  link.href = url;
  link.download = answer.name ?? 'download';
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return { ok: true };
}
