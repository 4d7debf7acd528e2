import { useCallback, useEffect } from 'preact/hooks';
import type { FallDetail, TimelineEntry } from '../../api/records.ts';
import type { Failed } from '../../api/rest.ts';
import { useLoad } from '../../components/load.ts';
import { connection, onFrame } from '../../state/connection.ts';
import { user } from '../../state/session.ts';

export interface Followed {
  readonly detail: FallDetail | undefined;
  readonly entries: readonly TimelineEntry[] | undefined;
  readonly failure: Failed | undefined;
  readonly reload: () => Promise<void>;
}

/** Who was told by which channel comes by no frame. Each look is a line in the log of who looked: not too often. */
const REFRESH_MS = 15_000;
const CHANGES = ['response', 'alert', 'alert.updated', 'alert.acknowledged'] as const;

/** A fall and its story, kept up to date while somebody looks at it. */
export function useFall(id: string): Followed {
  const fall = useLoad('/falls/{id}', { path: { id } });
  const timeline = useLoad('/falls/{id}/timeline', { path: { id } });
  const { reload: reloadFall } = fall;
  const { reload: reloadTimeline } = timeline;
  const reload = useCallback(async () => {
    await Promise.all([reloadFall(), reloadTimeline()]);
  }, [reloadFall, reloadTimeline]);

  useEffect(() => {
    const offs = CHANGES.map((type) =>
      onFrame(type, (frame) => {
        // Without a number it is told again, and nothing is new.
        if (frame.id !== undefined && frame.data.fallId === id) void reload();
      }),
    );
    return () => {
      for (const off of offs) off();
    };
  }, [id, reload]);

  const state = fall.data?.response?.state;
  const isAdmin = user.value?.role === 'ADMIN';
  // While somebody is going, nobody else is called.
  const isCalling = state === 'CHECKING' || state === 'OPEN';
  const isMoving = isCalling || (isAdmin && state === 'CLAIMED');
  useEffect(() => {
    if (!isMoving) return;
    const refresh = setInterval(() => {
      if (document.visibilityState !== 'visible' || connection.peek().state !== 'live') return;
      // Admins hear few frames of falls.
      void (isAdmin ? reload() : reloadTimeline());
    }, REFRESH_MS);
    return () => clearInterval(refresh);
  }, [isMoving, isAdmin, reload, reloadTimeline]);

  return { detail: fall.data, entries: timeline.data, failure: fall.failure, reload };
}
