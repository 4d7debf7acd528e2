import { useComputed } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { withMovedOnHeading } from '../../components/alert-card.tsx';
import { useSteadyList } from '../../components/steady-list.ts';
import { isStale } from '../../state/connection.ts';
import { deviceAlerts, teamDeviceAlerts } from '../../state/device-alerts.ts';
import { inProgress, movedOn, overdue, shownFalls, waiting } from '../../state/falls.ts';
import { isLoaded } from '../../state/feed.ts';
import type { Place } from '../../state/steady-order.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';
import { DeviceAlertCard, TeamDeviceAlertCard } from './device-alert-card.tsx';
import { FallCard } from './fall-card.tsx';

/** More alerts than these are rows, so that a caregiver sees them all. */
const MOST_LARGE = 6;

/** Alerts in the order of state/alert-order.ts. Each keyed card reads its own fall, so a change re-renders one card. */
export function Alerts() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { list, places, isLong } = useSteadyList(shownFalls, heading);
  const cards = useKeptCards(places);
  const calm = new Set(movedOn.value);
  const devices = deviceAlerts.keys.value;
  const ofTeams = teamDeviceAlerts.value;
  return (
    <section class="alerts" aria-labelledby="alerts">
      <div class="section-head">
        <h2 id="alerts" ref={heading} tabIndex={-1}>
          {board.alerts}
        </h2>
        <Summary />
      </div>
      {places.length + devices.length + ofTeams.length === 0 && (
        <p class="empty no-alerts">
          {!isLoaded.value ? common.loading : isStale.value ? board.noAlertsStale : board.noAlerts}
        </p>
      )}
      <ul class={`cards ${isLong ? 'long' : ''} ${places.length > MOST_LARGE ? 'dense' : ''}`} ref={list}>
        {withMovedOnHeading(cards, (index) => calm.has(places[index]?.key ?? ''))}
      </ul>
      {devices.length + ofTeams.length > 0 && (
        <>
          <h3 class="quiet-heading">{board.otherAlerts}</h3>
          <ul class="device-alerts">
            {devices.map((id) => (
              <DeviceAlertCard key={id} id={id} />
            ))}
            {ofTeams.map((alert) => (
              <TeamDeviceAlertCard
                key={`${alert.deviceId ?? alert.patientId} ${alert.type} ${alert.timestamp}`}
                alert={alert}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The same elements again for the same places: when one alert moves, hundreds of others are not compared. */
function useKeptCards(places: readonly Place[]): readonly VNode[] {
  const kept = useRef<ReadonlyMap<string, VNode>>(new Map());
  const cards = places.map(({ key, gone }): [string, VNode] => {
    const name = `${key} ${gone}`;
    return [name, kept.current.get(name) ?? <FallCard key={key} id={key} gone={gone} />];
  });
  kept.current = new Map(cards);
  return cards.map(([, card]) => card);
}

/** Every alert that needs a caregiver counts once: unanswered, overdue or in progress. In a long list they may be off the screen. */
function Summary() {
  const text = useComputed(() => {
    const { summary } = board;
    const parts = [
      common.unanswered(waiting.value),
      overdue.value.length > 0 && summary.overdue(overdue.value.length),
      inProgress.value.length > 0 && summary.claimed(inProgress.value.length),
    ];
    return parts.filter(Boolean).join(' · ');
  });
  return <p class="summary">{text}</p>;
}
