import { signal } from '@preact/signals';
import { call, query } from '../api/call.ts';
import type { Frames, Message } from '../api/records.ts';
import { user } from './session.ts';

/** How many messages to whoever is logged in are not read yet. */
export const unread = signal(0);

export async function loadUnread(): Promise<void> {
  const answer = await call<readonly Message[]>('GET', `/messages${query({ unreadOnly: true, limit: 1 })}`);
  if (answer.ok) unread.value = answer.pagination?.total ?? 0;
}

export function putMessage({ data }: Frames['message']): void {
  if (data.recipientId === user.value?.id && !data.read) unread.value += 1;
}
