import { onFrame, sendSeen } from './connection.ts';

/** Numbers of alerts, and falls of the board, that no visible page has shown yet. */
const waiting = new Set<number | string>();
/** Falls of the board that were reported. */
const known = new Set<string>();
/** docs/live-socket.md, "Frames". */
const MAX_IDS = 100;

/** Tells the service which alerts the console has, and once they are drawn on a visible page, that it shows them. */
export function startSeen(): void {
  for (const type of ['alert', 'alert.updated'] as const)
    onFrame(type, ({ id, data }) => {
      if (id === undefined || data.fallId === null) return;
      known.add(data.fallId);
      haveSeen([id]);
    });
  document.addEventListener('visibilitychange', reportDrawn);
}

/** The falls of a snapshot: their alerts came before this page was open. */
export function haveSeenFalls(fallIds: readonly string[]): void {
  const unreported = fallIds.filter((id) => !known.has(id));
  for (const id of unreported) known.add(id);
  // Also those of an earlier snapshot that could not be sent.
  haveSeen(unreported);
}

/** They are those of one user. */
export function forgetSeen(): void {
  waiting.clear();
  known.clear();
}

function haveSeen(ids: readonly (number | string)[]): void {
  for (const id of ids) waiting.add(id);
  if (document.visibilityState === 'visible') return reportDrawn();
  // More than one frame takes are reported once the page is visible.
  if (ids.length > 0) send(ids.slice(0, MAX_IDS), false);
}

function reportDrawn(): void {
  // The second frame begins when the first is on screen. A hidden page has none.
  requestAnimationFrame(() => requestAnimationFrame(report));
}

function report(): void {
  const ids = [...waiting].slice(0, MAX_IDS);
  if (ids.length === 0 || document.visibilityState !== 'visible' || !send(ids, true)) return;
  for (const id of ids) waiting.delete(id);
  report();
}

const send = (ids: readonly (number | string)[], visible: boolean): boolean =>
  sendSeen({
    ids: ids.filter((id) => typeof id === 'number'),
    fallIds: ids.filter((id) => typeof id === 'string'),
    visible,
  });
