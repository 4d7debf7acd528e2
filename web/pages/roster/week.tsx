import { useState } from 'preact/hooks';
import type { CalendarSlot, Ward } from '../../api/records.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { now } from '../../state/clock.ts';
import { user } from '../../state/session.ts';
import { roster } from '../../text/en/roster.ts';
import { calendarDayAndMonth, timeOfDay } from '../../text/words.ts';
import { addDays, mondayOf } from './days.ts';
import { SwapDialog } from './swap-dialog.tsx';

const text = roster.week;

const slotName = ({ name, start, end }: CalendarSlot): string =>
  text.slot(name, timeOfDay(start), timeOfDay(end));

/** The slots of a week, day by day, and who is on duty now. */
export function Week({
  ward,
  monday,
  setMonday,
  onChange,
}: {
  readonly ward: Ward;
  readonly monday: string;
  readonly setMonday: (monday: string) => void;
  readonly onChange: () => void;
}) {
  const sunday = addDays(monday, 6);
  const { data, failure, reload } = useLoad('/wards/{id}/calendar', {
    path: { id: ward.id },
    query: { from: monday, to: sunday },
  });
  const [swapped, setSwapped] = useState<CalendarSlot>();
  const own = user.value?.id;
  const isOwn = ({ caregivers, end }: CalendarSlot): boolean =>
    caregivers.some(({ id }) => id === own) && Date.parse(end) > now.value;
  return (
    <>
      <Card title={text.title(calendarDayAndMonth(monday), calendarDayAndMonth(sunday))}>
        <div class="actions">
          <Button onPress={() => setMonday(addDays(monday, -7))}>{text.previous}</Button>
          <Button onPress={() => setMonday(mondayOf(now.peek()))}>{text.now}</Button>
          <Button onPress={() => setMonday(addDays(monday, 7))}>{text.next}</Button>
        </div>
        {data === undefined ? (
          <Loading failure={failure} retry={reload} />
        ) : (
          <ol class="week">
            {roster.days.map((name, index) => {
              const day = addDays(monday, index);
              const slots = data.filter(({ date }) => date === day);
              return (
                <li key={day}>
                  <h3>
                    {name} {calendarDayAndMonth(day)}
                  </h3>
                  {slots.length === 0 && <p class="hint">{text.empty}</p>}
                  <ul>
                    {slots.map((slot) => (
                      <li key={`${slot.shiftId} ${slot.date}`} class={slot.gap ? 'gap' : undefined}>
                        <strong>{slotName(slot)}</strong>{' '}
                        <span>
                          {slot.gap
                            ? text.gap
                            : slot.caregivers.map((caregiver) => caregiver.name).join(', ')}
                        </span>{' '}
                        {slot.warning !== null && <span class="hint unheard">{text.unheard}</span>}
                        {isOwn(slot) && <Button onPress={() => setSwapped(slot)}>{text.takeOver}</Button>}
                      </li>
                    ))}
                  </ul>
                </li>
              );
            })}
          </ol>
        )}
      </Card>
      <Card title={roster.onDuty.title}>
        {ward.onDuty.length === 0 ? (
          <p class="empty">{roster.onDuty.none}</p>
        ) : (
          <ul>
            {ward.onDuty.map(({ id, name, until }) => (
              <li key={id}>{roster.onDuty.until(name, timeOfDay(until))}</li>
            ))}
          </ul>
        )}
      </Card>
      {swapped !== undefined && (
        <SwapDialog
          wardId={ward.id}
          slot={swapped}
          name={slotName(swapped)}
          onDone={onChange}
          onClose={() => setSwapped(undefined)}
        />
      )}
    </>
  );
}
