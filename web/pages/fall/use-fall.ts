import { useCallback, useEffect } from 'preact/hooks';
import type { FallDetail, IncidentReport, TimelineEntry } from '../../api/records.ts';
import type { Failed } from '../../api/rest.ts';
import { useLoad } from '../../components/load.ts';
import { connection, onFrame } from '../../state/connection.ts';
import { user } from '../../state/session.ts';

export interface FallData {
  readonly detail: FallDetail | undefined;
  readonly entries: readonly TimelineEntry[] | undefined;
  /** What the service and people have written about the fall. */
  readonly report: IncidentReport | undefined;
  readonly setReport: (report: IncidentReport) => void;
  readonly failure: Failed | undefined;
  readonly reload: () => Promise<void>;
}

/** No frame reports deliveries, so the page polls. Each request adds a line to the access log: not too often. */
const REFRESH_MS = 15_000;
const CHANGES = ['response', 'alert', 'alert.updated', 'alert.acknowledged'] as const;

/** A fall and its timeline, kept up to date while the page is open. */
export function useFall(id: string): FallData {
  const fall = useLoad('/falls/{id}', { path: { id } });
  const timeline = useLoad('/falls/{id}/timeline', { path: { id } });
  const report = useLoad('/falls/{id}/report', { path: { id } });
  const { reload: reloadFall } = fall;
  const { reload: reloadReport } = report;
  const { reload: reloadTimeline } = timeline;
  const reload = useCallback(async () => {
    await Promise.all([reloadFall(), reloadTimeline(), reloadReport()]);
  }, [reloadFall, reloadTimeline, reloadReport]);

  useEffect(() => {
    const offs = CHANGES.map((type) =>
      onFrame(type, (frame) => {
        // A frame without an id is a repetition.
        if (frame.id !== undefined && frame.data.fallId === id) void reload();
      }),
    );
    return () => {
      for (const off of offs) off();
    };
  }, [id, reload]);

  const state = fall.data?.response?.state;
  const isAdmin = user.value?.role === 'ADMIN';
  // A claimed fall does not escalate, so no notifications are sent.
  const isEscalating = state === 'CHECKING' || state === 'OPEN';
  const isChanging = isEscalating || (isAdmin && state === 'CLAIMED');
  useEffect(() => {
    if (!isChanging) return;
    const refresh = setInterval(() => {
      if (document.visibilityState !== 'visible' || connection.peek().state !== 'live') return;
      // Admins receive few frames about falls.
      void (isAdmin ? reload() : reloadTimeline());
    }, REFRESH_MS);
    return () => clearInterval(refresh);
  }, [isChanging, isAdmin, reload, reloadTimeline]);

  return {
    detail: fall.data,
    entries: timeline.data,
    report: report.data,
    setReport: report.setData,
    failure: fall.failure,
    reload,
  };
}
