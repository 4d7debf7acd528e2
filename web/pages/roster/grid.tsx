import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CalendarSlot, Member } from '../../api/records.ts';
import { useKeepFocus } from '../../components/keep-focus.ts';
import { now } from '../../state/clock.ts';
import { user } from '../../state/session.ts';
import { roster } from '../../text/en/roster.ts';
import { calendarDayAndMonth, listed, today } from '../../text/words.ts';
import { startDrag } from './drag.ts';
import type { Move } from './moves.ts';
import { partsOf } from './planned.ts';
import { dayTitle, slotName } from './slot-text.ts';
import { Staffing } from './staffing.tsx';

const text = roster.grid;

type Person = Pick<Member, 'id' | 'name'>;

/** What a press in the grid is about. */
export type Pressed =
  | {
      readonly about: 'turn';
      readonly slot: CalendarSlot;
      readonly caregiver: Person;
      /** A lead, too, may ask a colleague instead. */
      readonly isSwap?: boolean;
    }
  | { readonly about: 'cell'; readonly day: string; readonly person: Person }
  | { readonly about: 'gap'; readonly slot: CalendarSlot };

interface GridProps {
  readonly slots: readonly CalendarSlot[];
  readonly people: readonly Person[];
  readonly days: readonly string[];
  /** A lead moves and adds turns; others swap their own. */
  readonly canEdit: boolean;
  readonly onPress: (pressed: Pressed) => void;
  readonly onMove: (move: Move) => void;
}

/** A week of a ward: a row for each caregiver, a column for each day, and below how many are planned. */
export function Grid({ slots, people, days, canEdit, onPress, onMove }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  /** The one cell that the tabulator reaches; arrow keys go on from it. */
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const gaps = slots.filter(({ gap, date }) => gap && days.includes(date));
  const parts = days.map((day) => partsOf(day, slots));
  const most = Math.max(1, ...parts.flat().map((part) => part.people));
  const unheard = new Map<string, string[]>();
  for (const { name, date, warning } of slots)
    if (warning !== null && days.includes(date))
      unheard.set(name, [...(unheard.get(name) ?? []), calendarDayAndMonth(date)]);
  const rows: readonly (Person | undefined)[] = [...(gaps.length > 0 ? [undefined] : []), ...people];
  const moveFocus = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    let place = placeOf(event.target);
    if (step === undefined || place === undefined) return;
    for (;;) {
      place = { row: place.row + step.row, column: place.column + step.column };
      const cell = cellAt(place);
      if (cell === null || cell === undefined) return;
      const button = cell.querySelector('button');
      if (button === null) continue;
      event.preventDefault();
      button.focus();
      return;
    }
  };
  const focused = ({ target }: Pick<Event, 'target'>) => {
    const place = placeOf(target);
    if (place !== undefined) setActive(place);
  };
  const cellAt = ({ row, column }: Place) =>
    table.current?.querySelector(`[data-row="${row}"][data-column="${column}"]`);
  const activeButton = () => cellAt(active)?.querySelector('button');
  // A turn that is moved away leaves the focus in its cell.
  useKeepFocus(table, activeButton);
  useLayoutEffect(() => {
    if (!activeButton()) focused({ target: table.current?.querySelector('button') ?? null });
  });
  const isActive = (row: number, column: number) => row === active.row && column === active.column;
  const present = now.value;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a narrow screen, also by keyboard.
    <section class="roster-grid" aria-label={text.label} tabIndex={0}>
      {canEdit && <p class="hint">{text.hint}</p>}
      <table
        ref={table}
        onKeyDown={canEdit ? moveFocus : undefined}
        onFocusIn={canEdit ? focused : undefined}
      >
        <thead>
          <tr>
            <td />
            {days.map((day, column) => (
              <th key={day} scope="col" aria-current={day === today(present) ? 'date' : undefined}>
                {roster.days[column]} <span>{calendarDayAndMonth(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((person, row) => (
            <tr key={person?.id ?? 'gaps'}>
              <th scope="row">{person?.name ?? roster.week.gap}</th>
              {days.map((day, column) => (
                <Cell
                  key={day}
                  day={day}
                  person={person}
                  place={{ 'data-row': row, 'data-column': column }}
                  tabIndex={canEdit && !isActive(row, column) ? -1 : 0}
                  slots={
                    person === undefined
                      ? gaps.filter(({ date }) => date === day)
                      : slots.filter(
                          ({ date, caregivers }) =>
                            date === day && caregivers.some(({ id }) => id === person.id),
                        )
                  }
                  canEdit={canEdit}
                  present={present}
                  onPress={onPress}
                  onMove={onMove}
                />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.planned}</th>
            {parts.map((planned, column) => (
              <td key={days[column]}>
                <Staffing parts={planned} most={most} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      {[...unheard].map(([name, nights]) => (
        <p key={name} class="hint">
          {text.unheard(name, listed(nights), roster.week.unheard)}
        </p>
      ))}
    </section>
  );
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** The cell that an element is in. */
function placeOf(target: EventTarget | null): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return cell === null ? undefined : { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}

const ARROWS: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The turns of a caregiver on a day, or the gaps of the day; a place to drop a turn. */
function Cell({
  day,
  person,
  place,
  tabIndex,
  slots,
  canEdit,
  present,
  onPress,
  onMove,
}: {
  readonly day: string;
  readonly person: Person | undefined;
  readonly place: Readonly<Record<'data-row' | 'data-column', number>>;
  readonly tabIndex: number;
  readonly slots: readonly CalendarSlot[];
  readonly present: number;
} & Pick<GridProps, 'canEdit' | 'onPress' | 'onMove'>) {
  const isToCome = day >= today(present);
  const drop = (slot: CalendarSlot, caregiver: Person) => (target: HTMLElement) => {
    const { place: toDate = day, person: toCaregiverId = caregiver.id } = target.dataset;
    if (toDate !== slot.date || toCaregiverId !== caregiver.id)
      onMove({ slot, caregiver, toDate, toCaregiverId });
  };
  return (
    <td {...place} {...(person !== undefined && isToCome && { 'data-place': day, 'data-person': person.id })}>
      {slots.map((slot) => {
        const isOver = Date.parse(slot.end) <= present;
        const title = <Title slot={slot} />;
        if (isOver || !(canEdit || person?.id === user.value?.id))
          return (
            <div key={slot.shiftId} class={person === undefined ? 'turn gap' : 'turn'}>
              {title}
            </div>
          );
        return (
          <button
            key={slot.shiftId}
            type="button"
            class={person === undefined ? 'turn gap' : 'turn'}
            tabIndex={tabIndex}
            aria-label={text.turn(slotName(slot), person?.name ?? roster.week.gap, dayTitle(day))}
            onClick={() =>
              onPress(
                person === undefined ? { about: 'gap', slot } : { about: 'turn', slot, caregiver: person },
              )
            }
            onPointerDown={
              canEdit && person !== undefined ? (event) => startDrag(event, drop(slot, person)) : undefined
            }
          >
            {title}
          </button>
        );
      })}
      {canEdit && isToCome && person !== undefined && slots.length === 0 && (
        <button
          type="button"
          class="add"
          tabIndex={tabIndex}
          aria-label={text.add(person.name, dayTitle(day))}
          onClick={() => onPress({ about: 'cell', day, person })}
        >
          +
        </button>
      )}
    </td>
  );
}

const Title = ({ slot }: { readonly slot: CalendarSlot }) => {
  const name = slotName(slot);
  return (
    <>
      <strong>{slot.name}</strong> {name.slice(slot.name.length)}
    </>
  );
};
