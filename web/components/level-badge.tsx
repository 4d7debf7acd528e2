import type { FallLevel, FallSource, ListedFall, SensorEvent } from '../api/records.ts';
import { common } from '../text/en/common.ts';

/** Each level has its own shape, for colour-blind users and for screens seen from far away. */
const SHAPES: Readonly<Record<FallLevel, string>> = {
  NO_FALL: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  SUSPICIOUS: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  POTENTIAL: 'M12 3l9 9-9 9-9-9z',
  HIGH: 'M12 3l10 18H2z',
  CONFIRMED: 'M8 2h8l6 6v8l-6 6H8l-6-6V8z',
};

/** What is shown of a fall: its level, or what else made it an alert. */
interface Levelled {
  readonly level: FallLevel;
  readonly source: FallSource;
  /** The event of a sensor; null for another source. */
  readonly event: SensorEvent | null;
  readonly isTest: boolean;
}

export function levelWords({ level, source, event, isTest }: Levelled): string {
  if (isTest) return common.testAlert;
  if (source === 'HELP_BUTTON') return common.help;
  if (event === 'CALL') return common.sensorEvent.CALL;
  if (source === 'CHECK_IN' && level === 'POTENTIAL') return common.noCheckIn;
  return event !== null && event !== 'FALL' && level === 'POTENTIAL'
    ? common.sensorEvent[event]
    : common.level[level];
}

/** Of a fall as the service lists it. */
export const levelledOf = ({
  status,
  source,
  sensor,
  isTest,
}: Pick<ListedFall, 'status' | 'source' | 'sensor' | 'isTest'>): Levelled => ({
  level: status,
  source,
  event: sensor?.event ?? null,
  isTest,
});

export function LevelBadge(fall: Levelled) {
  const { level } = fall;
  return (
    <span class={`level ${level.toLowerCase()}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={SHAPES[level]} />
      </svg>
      <span class="level-words">{levelWords(fall)}</span>
    </span>
  );
}
