import type { PostOutcome, SafeRequest } from '../../notify/channels/index.ts';

/** GET, or POST with a line of plain text. */
export type Ask = (url: string, line?: string) => Promise<PostOutcome>;

/** To the targets to which webhooks may go. */
export const askBy =
  (request: Pick<SafeRequest, 'post'>): Ask =>
  (url, line) =>
    request.post({
      method: line === undefined ? 'GET' : 'POST',
      url,
      headers: {
        'user-agent': 'Vigil',
        ...(line !== undefined && { 'content-type': 'text/plain; charset=utf-8' }),
      },
      body: line ?? '',
      readsBody: true,
    });
