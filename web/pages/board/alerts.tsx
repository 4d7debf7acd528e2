import { isStale } from '../../state/connection.ts';
import { deviceAlerts } from '../../state/device-alerts.ts';
import { shownFalls } from '../../state/falls.ts';
import { isLoaded } from '../../state/people.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';
import { DeviceAlertCard } from './device-alert-card.tsx';
import { FallCard } from './fall-card.tsx';

/** That there are none is said only where it is known. */
function nothingToShow(): string {
  if (!isLoaded.value) return common.loading;
  return isStale.value ? board.noAlertsWhenLost : board.noAlerts;
}

/** The worst and oldest on top. Cards are keyed, and each reads its own fall: one that changes draws no other anew. */
export function Alerts() {
  const falls = shownFalls.value;
  const devices = deviceAlerts.keys.value;
  return (
    <section class="alerts" aria-labelledby="alerts">
      <h2 id="alerts">{board.alerts}</h2>
      {falls.length + devices.length === 0 && <p class="empty">{nothingToShow()}</p>}
      <ul class="cards">
        {falls.map((id) => (
          <FallCard key={id} id={id} />
        ))}
        {devices.map((id) => (
          <DeviceAlertCard key={id} id={id} />
        ))}
      </ul>
    </section>
  );
}
