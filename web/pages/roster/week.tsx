import { useEffect, useState } from 'preact/hooks';
import type { CalendarSlot, Ward } from '../../api/records.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Choice } from '../../components/choice.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { now } from '../../state/clock.ts';
import { user } from '../../state/session.ts';
import { showToast } from '../../state/toasts.ts';
import { roster } from '../../text/en/roster.ts';
import { calendarDayAndMonth, timeOfDay } from '../../text/words.ts';
import { CopyWeek } from './copy-week.tsx';
import { addDays, mondayOf } from './days.ts';
import { Grid, type Pressed } from './grid.tsx';
import { type Move, moveTurn } from './moves.ts';
import { dayTitle, slotName } from './slot-text.ts';
import { SwapDialog } from './swap-dialog.tsx';
import { AddDialog, TurnDialog } from './turn-dialog.tsx';

const text = roster.week;

/** Room for seven days beside the names. */
const HAS_ROOM = '(min-width: 52rem)';

/** The slots of a week as a grid or a list, and who is on duty now. */
export function Week({
  ward,
  monday,
  setMonday,
  canEdit,
  version,
  onChange,
}: {
  readonly ward: Ward;
  readonly monday: string;
  readonly setMonday: (monday: string) => void;
  readonly canEdit: boolean;
  /** Another number: the roster has changed elsewhere on the page. */
  readonly version: number;
  readonly onChange: () => void;
}) {
  const days = roster.days.map((_, index) => addDays(monday, index));
  const sunday = addDays(monday, 6);
  const path = { id: ward.id };
  const { data, failure, reload } = useLoad('/wards/{id}/calendar', {
    path,
    query: { from: monday, to: sunday },
  });
  const { data: members = [] } = useLoad('/wards/{id}/caregivers', { path, query: { limit: 100 } });
  const [view, setView] = useState<'grid' | 'list'>(() => (matchMedia(HAS_ROOM).matches ? 'grid' : 'list'));
  const [pressed, setPressed] = useState<Pressed>();
  useEffect(() => void (version > 0 && reload()), [version]);
  // Whoever has left the ward is on no slot.
  const people = [
    ...new Map(
      [...members, ...(data ?? []).flatMap(({ caregivers }) => caregivers)].map(({ id, name }) => [
        id,
        { id, name },
      ]),
    ).values(),
  ].sort((a, b) => a.name.localeCompare(b.name));
  const nameOf = (id: string): string => people.find((person) => person.id === id)?.name ?? '';
  const close = () => setPressed(undefined);
  const move = (to: Move) => moveTurn(ward.id, to, nameOf, onChange);
  const moveOrSay = async (to: Move) => {
    const reply = await move(to);
    if (!reply.ok) showToast(reply.error);
  };
  const dialog = { wardId: ward.id, members: people, onDone: onChange, onClose: close };
  return (
    <>
      <Card title={text.title(calendarDayAndMonth(monday), calendarDayAndMonth(sunday))}>
        <div class="actions">
          <Button onPress={() => setMonday(addDays(monday, -7))}>{text.previous}</Button>
          <Button onPress={() => setMonday(mondayOf(now.peek()))}>{text.now}</Button>
          <Button onPress={() => setMonday(addDays(monday, 7))}>{text.next}</Button>
          <Choice
            legend={text.view}
            name="view"
            options={[
              { value: 'grid', label: text.grid },
              { value: 'list', label: text.list },
            ]}
            value={view}
            onChange={setView}
          />
          {canEdit && <CopyWeek wardId={ward.id} monday={monday} onDone={onChange} />}
        </div>
        {data === undefined && <Loading failure={failure} retry={reload} />}
        {data !== undefined && view === 'grid' && (
          <Grid
            slots={data}
            people={people}
            days={days}
            canEdit={canEdit}
            onPress={setPressed}
            onMove={moveOrSay}
          />
        )}
        {data !== undefined && view === 'list' && (
          <List slots={data} days={days} canEdit={canEdit} onPress={setPressed} />
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
      {pressed?.about === 'turn' &&
        (canEdit && pressed.isSwap !== true ? (
          <TurnDialog {...dialog} slot={pressed.slot} caregiver={pressed.caregiver} days={days} move={move} />
        ) : (
          <SwapDialog
            wardId={ward.id}
            slot={pressed.slot}
            name={slotName(pressed.slot)}
            onDone={onChange}
            onClose={close}
          />
        ))}
      {pressed?.about === 'cell' && <AddDialog {...dialog} day={pressed.day} person={pressed.person} />}
      {pressed?.about === 'gap' && <AddDialog {...dialog} day={pressed.slot.date} slot={pressed.slot} />}
    </>
  );
}

/** The slots day by day. A lead presses a name to move the turn. */
function List({
  slots,
  days,
  canEdit,
  onPress,
}: {
  readonly slots: readonly CalendarSlot[];
  readonly days: readonly string[];
  readonly canEdit: boolean;
  readonly onPress: (pressed: Pressed) => void;
}) {
  const own = user.value;
  return (
    <ol class="week">
      {days.map((day) => {
        const begun = slots.filter(({ date }) => date === day);
        return (
          <li key={day}>
            <h3>{dayTitle(day)}</h3>
            {begun.length === 0 && <p class="hint">{text.empty}</p>}
            <ul>
              {begun.map((slot) => (
                <Slot key={slot.shiftId} slot={slot} canEdit={canEdit} ownId={own?.id} onPress={onPress} />
              ))}
            </ul>
          </li>
        );
      })}
    </ol>
  );
}

function Slot({
  slot,
  canEdit,
  ownId,
  onPress,
}: {
  readonly slot: CalendarSlot;
  readonly canEdit: boolean;
  readonly ownId: string | undefined;
  readonly onPress: (pressed: Pressed) => void;
}) {
  const isToCome = Date.parse(slot.end) > now.value;
  const own = slot.caregivers.find(({ id }) => id === ownId);
  const title = `slot-${slot.shiftId}-${slot.date}`;
  return (
    <li class={slot.gap ? 'gap' : undefined}>
      <strong id={title}>{slotName(slot)}</strong>{' '}
      {canEdit && isToCome ? (
        <span class="actions">
          {slot.caregivers.map((caregiver) => (
            <Button
              key={caregiver.id}
              describedBy={title}
              onPress={() => onPress({ about: 'turn', slot, caregiver })}
            >
              {caregiver.name}
            </Button>
          ))}
          {slot.gap && (
            <Button describedBy={title} onPress={() => onPress({ about: 'gap', slot })}>
              {text.gap}
            </Button>
          )}
        </span>
      ) : (
        <span>{slot.gap ? text.gap : slot.caregivers.map(({ name }) => name).join(', ')}</span>
      )}{' '}
      {slot.warning !== null && <span class="hint unheard">{text.unheard}</span>}
      {own !== undefined && isToCome && (
        <Button
          describedBy={title}
          onPress={() => onPress({ about: 'turn', slot, caregiver: own, isSwap: true })}
        >
          {text.takeOver}
        </Button>
      )}
    </li>
  );
}
