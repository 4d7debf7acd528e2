import type { ComponentChildren } from 'preact';
import type { FallLevel, FallSource, ResponseState, SensorEvent } from '../api/records.ts';
import { common } from '../text/en/common.ts';
import { Ago } from './ago.tsx';
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

/** Id of the element with the resident's name. */
export const nameIdOf = (id: string): string => `fall-${id}`;

/** An alert without a claim is a band in the colour of its level. */
export const cardClass = (level: FallLevel, state: ResponseState): string =>
  [
    'alert-card',
    level.toLowerCase(),
    state.toLowerCase(),
    (state === 'OPEN' || state === 'CHECKING') && 'band',
  ]
    .filter(Boolean)
    .join(' ');

/** An alert without a claim. The room comes first: it is where the caregiver goes. */
export function AlertBand({
  alert,
  name,
  children,
}: {
  readonly alert: ShownAlert;
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <>
      <h3 id={nameIdOf(alert.id)} class="alert-who">
        <RoomAndName room={alert.patientRoom} name={name} />
      </h3>
      <AlertFacts alert={alert} />
      {children}
    </>
  );
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

/** The row of a claim: level, room, resident and claimant. */
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
          <svg class="chevron" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 9l6 6 6-6" />
          </svg>
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
