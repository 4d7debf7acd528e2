import { useComputed } from '@preact/signals';
import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { FallLevel, FallSource, SensorEvent } from '../api/records.ts';
import { hasMovedOn, type Ordered, unclaimedSince } from '../state/alert-order.ts';
import { slowNow } from '../state/clock.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { Ago } from './ago.tsx';
import { Icon } from './icon.tsx';
import { LevelBadge } from './level-badge.tsx';

/** What every board shows of an alert: those of caregivers, of stations and on the wall. */
export interface ShownAlert {
  readonly id: string;
  readonly level: FallLevel;
  readonly source: FallSource;
  readonly event: SensorEvent | null;
  readonly at: number | string;
  readonly patientRoom: string | null;
  readonly location: string | null;
  readonly isTest: boolean;
}

type Unclaimed = Parameters<typeof unclaimedSince>[0];

/** Id of the element with the resident's name. */
export const nameIdOf = (id: string): string => `fall-${id}`;

/** An alert without a claim is a band in the colour of its level; one that moved on has no colour. */
export function cardClass(alert: Ordered): string {
  if (hasMovedOn(alert)) return 'alert-card moved-on';
  const { level, response } = alert;
  const { state } = response;
  const band = state === 'OPEN' || state === 'CHECKING' ? ' band' : '';
  return `alert-card ${level.toLowerCase()} ${state.toLowerCase()}${band}`;
}

/** The height of a card before a colleague claimed it, while it keeps its place. */
export function useHeldHeight(card: RefObject<HTMLElement | null>, isHeld: boolean) {
  const height = useRef(0);
  height.current = isHeld ? height.current || (card.current?.getBoundingClientRect().height ?? 0) : 0;
  return { minHeight: height.current === 0 ? '' : `${height.current}px` };
}

/** Cards in the order of the board, with a heading above those of `movedOn`, which come last. */
export function withMovedOnHeading(
  cards: readonly VNode[],
  movedOn: (card: number) => boolean,
): readonly VNode[] {
  const from = cards.findLastIndex((_, index) => !movedOn(index)) + 1;
  if (from === cards.length) return cards;
  const heading = (
    <li key="moved-on">
      <h3 class="quiet-heading">{board.movedOn}</h3>
    </li>
  );
  return [...cards.slice(0, from), heading, ...cards.slice(from)];
}

/** An alert without a claim. The room comes first: it is where the caregiver goes. */
export function AlertBand({
  alert,
  name,
  children,
}: {
  readonly alert: ShownAlert & Unclaimed;
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <>
      <AgeEdge since={unclaimedSince(alert)} />
      <h3 id={nameIdOf(alert.id)} class="alert-who">
        <RoomAndName room={alert.patientRoom} name={name} />
      </h3>
      <AlertFacts alert={alert} />
      {children}
    </>
  );
}

/** An alert of this age has waited far too long: its edge is full. */
const FULL_AFTER_MS = 10 * 60_000;

/** The edge of an open alert fills while nobody goes. */
function AgeEdge({ since }: { readonly since: number }) {
  const filled = useComputed(() => {
    const age = slowNow(Math.floor(since)).value - since;
    return Math.max(0, Math.min(100, Math.floor((100 * age) / FULL_AFTER_MS)));
  });
  return <span class="age-edge" aria-hidden="true" style={{ height: `${filled.value}%` }} />;
}

const RoomAndName = ({ room, name }: { readonly room: string | null; readonly name: ComponentChildren }) => (
  <>
    {room !== null && <span class="alert-room">{common.room(room)} </span>}
    <span class="alert-name">{name}</span>
  </>
);

/** Level, age and place. */
export function AlertFacts({ alert }: { readonly alert: ShownAlert }) {
  const { at, location } = alert;
  return (
    <p class="alert-facts">
      <LevelBadge {...alert} /> <Ago at={at} />
      {location !== null && location !== '' && <span class="alert-location"> {location}</span>}
    </p>
  );
}

/** One row: level, room, resident and state. */
export const ClaimedLine = ({
  alert,
  name,
  state,
}: {
  readonly alert: ShownAlert;
  readonly name: string;
  readonly state: ComponentChildren;
}) => (
  <>
    <LevelBadge {...alert} />
    <span class="claimed-who">
      <RoomAndName room={alert.patientRoom} name={name} />
    </span>{' '}
    {state}
  </>
);

/** A claimed alert: one row that opens on a press, so that it hides no alert without a claim. */
export function ClaimedAlert({
  alert,
  name,
  state,
  isOpen,
  onToggle,
  children,
}: {
  readonly alert: ShownAlert;
  readonly name: string;
  /** Claimant, ETA and time of the claim. */
  readonly state: ComponentChildren;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ComponentChildren;
}) {
  const moreId = `more-${alert.id}`;
  return (
    <>
      <h3 id={nameIdOf(alert.id)} class="claimed-head">
        <button
          type="button"
          class="claimed-row"
          aria-expanded={isOpen}
          aria-controls={isOpen ? moreId : undefined}
          onClick={onToggle}
        >
          <ClaimedLine alert={alert} name={name} state={state} />
          <Icon name="down" />
        </button>
      </h3>
      {isOpen && (
        <div class="claimed-more" id={moreId}>
          {children}
        </div>
      )}
    </>
  );
}
