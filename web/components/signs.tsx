import { deviceClockOffMs } from '../state/clock.ts';
import { common } from '../text/en/common.ts';
import { duration } from '../text/words.ts';

/** How old the newest sign from the service is. Not announced: it changes every second. */
export const SignAge = ({ silenceMs }: { readonly silenceMs: number | undefined }) =>
  silenceMs === undefined ? null : (
    <span class="sign-age" aria-hidden="true">
      {common.connection.signAge(duration(silenceMs))}
    </span>
  );

/** Times are the service's; a device with another time may show its own beside them. */
export function ClockBanner() {
  const offMs = deviceClockOffMs.value;
  if (offMs === null) return null;
  const { fast, slow } = common.deviceClock;
  return (
    <p class="banner" role="status">
      {(offMs > 0 ? fast : slow)(duration(Math.abs(offMs)))}
    </p>
  );
}
