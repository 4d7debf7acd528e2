import { BATTERY_LOW } from '../../../state/board-person.ts';
import { fleet } from '../../../text/en/admin/wearables.ts';
import { common } from '../../../text/en/common.ts';
import { batteryOf } from '../../patient/battery.ts';

/** A battery as a bar and a figure. */
export const Battery = ({ level }: { readonly level: number | null }) =>
  level === null ? (
    common.unknown
  ) : (
    <span class="battery">
      <meter min={0} max={100} low={BATTERY_LOW} value={level} aria-label={fleet.battery} />{' '}
      {batteryOf(level)}
    </span>
  );
