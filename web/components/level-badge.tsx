import type { FallLevel, FallSource } from '../api/records.ts';
import { common } from '../text/en/common.ts';

/** Each level has its own shape, for colour-blind users and for screens seen from far away. */
const SHAPES: Readonly<Record<FallLevel, string>> = {
  NO_FALL: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  SUSPICIOUS: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  POTENTIAL: 'M12 3l9 9-9 9-9-9z',
  HIGH: 'M12 3l10 18H2z',
  CONFIRMED: 'M8 2h8l6 6v8l-6 6H8l-6-6V8z',
};

export function levelWords(level: FallLevel, source: FallSource): string {
  if (source === 'HELP_BUTTON') return common.help;
  return source === 'CHECK_IN' && level === 'POTENTIAL' ? common.noCheckIn : common.level[level];
}

export function LevelBadge({ level, source }: { readonly level: FallLevel; readonly source: FallSource }) {
  return (
    <span class={`level ${level.toLowerCase()}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={SHAPES[level]} />
      </svg>
      <span class="level-words">{levelWords(level, source)}</span>
    </span>
  );
}
