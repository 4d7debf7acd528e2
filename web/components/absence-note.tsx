import type { BoardPerson } from '../api/records.ts';
import { now } from '../state/clock.ts';
import { board } from '../text/en/board.ts';
import { dayAndTime, timeOfDay, today } from '../text/words.ts';

/** The hour is enough for today. By the service's clock: that of a tablet may be wrong. */
export const absenceTime = (at: string): string =>
  today(Date.parse(at)) === today(now.peek()) ? timeOfDay(at) : dayAndTime(at);

/** Why nothing is heard of a resident. The service decides when an absence is over. */
export function AbsenceNote({
  person: { absence, absenceEndedAt, moving },
}: {
  readonly person: Pick<BoardPerson, 'absence' | 'absenceEndedAt' | 'moving'>;
}) {
  if (absence === null && absenceEndedAt === null) return null;
  return (
    <span class="absence">
      {absence === null
        ? board.row.absenceEnded(absenceTime(absenceEndedAt ?? ''))
        : board.row.away(absenceTime(absence.until), moving)}
    </span>
  );
}
