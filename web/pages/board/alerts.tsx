import { useComputed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useSteadyList } from '../../components/steady-list.ts';
import { isStale } from '../../state/connection.ts';
import { deviceAlerts } from '../../state/device-alerts.ts';
import { claimed, overdue, shownFalls, unanswered } from '../../state/falls.ts';
import { isLoaded } from '../../state/feed.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';
import { DeviceAlertCard } from './device-alert-card.tsx';
import { FallCard } from './fall-card.tsx';

/** Worst first, then oldest. Each keyed card reads its own fall, so a change re-renders one card. */
export function Alerts() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { list, places, isLong } = useSteadyList(shownFalls, heading);
  const devices = deviceAlerts.keys.value;
  return (
    <section class="alerts" aria-labelledby="alerts">
      <div class="section-head">
        <h2 id="alerts" ref={heading} tabIndex={-1}>
          {board.alerts}
        </h2>
        <Summary />
      </div>
      {places.length + devices.length === 0 && (
        <p class="empty no-alerts">
          {!isLoaded.value ? common.loading : isStale.value ? board.noAlertsStale : board.noAlerts}
        </p>
      )}
      <ul class={isLong ? 'cards long' : 'cards'} ref={list}>
        {places.map(({ key, gone }) => (
          <FallCard key={key} id={key} gone={gone} />
        ))}
      </ul>
      {devices.length > 0 && (
        <>
          <h3 class="quiet-heading">{board.otherAlerts}</h3>
          <ul class="device-alerts">
            {devices.map((id) => (
              <DeviceAlertCard key={id} id={id} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Counts of unanswered, overdue and claimed alerts: in a long list these may be off the screen. */
function Summary() {
  const text = useComputed(() => {
    const { summary } = board;
    const parts = [
      unanswered.value.length > 0 && summary.unanswered(unanswered.value.length),
      overdue.value.length > 0 && summary.overdue(overdue.value.length),
      claimed.value.length > 0 && summary.claimed(claimed.value.length),
    ];
    return parts.filter(Boolean).join(' · ');
  });
  return <p class="summary">{text}</p>;
}
