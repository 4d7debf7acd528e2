import { useEffect, useState } from 'preact/hooks';
import type { Message, Pagination } from '../../api/records.ts';
import { api, type Failed } from '../../api/rest.ts';
import { onFrame } from '../../state/connection.ts';
import { markRead } from '../../state/messages.ts';

const PER_PAGE = 30;

/** One conversation's messages, oldest first, kept up to date. Messages on the screen are marked as read. */
export function useThread(partnerId: string) {
  const [shown, setShown] = useState<readonly Message[]>([]);
  const [pagination, setPagination] = useState<Pagination>();
  const [failure, setFailure] = useState<Failed>();

  const add = (...more: readonly Message[]) =>
    setShown((before) => {
      const byId = new Map([...before, ...more].map((message) => [message.id, message]));
      return [...byId.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    });

  async function load(page: number): Promise<void> {
    const reply = await api.get('/messages', {
      query: { conversationWith: partnerId, limit: PER_PAGE, page },
    });
    setFailure(reply.ok ? undefined : reply);
    if (!reply.ok) return;
    setPagination(reply.pagination);
    add(...reply.data);
    if (reply.data.some(({ senderId, read }) => senderId === partnerId && !read)) await markRead(partnerId);
  }

  useEffect(() => {
    void load(1);
    return onFrame('message', ({ data }) => {
      if (data.senderId !== partnerId) return;
      add(data);
      void markRead(partnerId);
    });
  }, [partnerId]);

  const { page = 1, totalPages = 1 } = pagination ?? {};
  return {
    shown,
    failure,
    loaded: pagination !== undefined || failure !== undefined,
    hasEarlier: page < totalPages,
    loadEarlier: () => load(page + 1),
    add,
  };
}
