import type { Ordered, Stage } from '../state/alert-order.ts';
import { common } from '../text/en/common.ts';
import { Ago } from './ago.tsx';
import type { ShownAlert } from './alert-card.tsx';
import { LevelBadge } from './level-badge.tsx';
import type { Responded } from './response-text.ts';

/** How an alert is shown on a screen that nobody scrolls. */
export type Density = 'large' | 'row' | 'tile';

export const MOST_LARGE = 2;
const MOST_ROWS = 6;
/** More would be too small to read. */
export const MOST_TILES = 60;

export const densityOf = (alerts: number): Density =>
  alerts <= MOST_LARGE ? 'large' : alerts <= MOST_ROWS ? 'row' : 'tile';

/** Where to go; and who goes there, or for how long nobody has. */
export function AlertTile({
  alert,
  stage,
}: {
  readonly alert: Ordered & ShownAlert & Responded;
  readonly stage: Stage;
}) {
  const { patientRoom, patientName, response, isTest, at } = alert;
  return (
    <>
      <LevelBadge {...alert} />
      {patientRoom === null ? (
        <span class="alert-name">{patientName}</span>
      ) : (
        <span class="alert-room">{patientRoom}</span>
      )}
      <span class={`state ${stage}`}>
        {isTest ? common.testAlert : (response.claimedBy?.name ?? <Ago at={at} calm />)}
      </span>
    </>
  );
}
