import { useComputed } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import type { Answered } from '../../api/rest.ts';
import {
  AlertBand,
  AlertFacts,
  ClaimedAlert,
  cardClass,
  nameIdOf,
  useHeldHeight,
} from '../../components/alert-card.tsx';
import { Button } from '../../components/button.tsx';
import { useFailure } from '../../components/failure.ts';
import { useKeepFocus } from '../../components/keep-focus.ts';
import { Notice } from '../../components/notice.tsx';
import { NotifiedPeople } from '../../components/notified-people.tsx';
import { OtherAlerts } from '../../components/other-alerts.tsx';
import { hasMovedOn, isHeld } from '../../state/alert-order.ts';
import { now } from '../../state/clock.ts';
import { claim, decline, falls, type OpenFall, release } from '../../state/falls.ts';
import { user } from '../../state/session.ts';
import type { Place } from '../../state/steady-order.ts';
import { showToast } from '../../state/toasts.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';
import { phrases } from '../../text/en/phrases.ts';
import { ClaimDetails } from './claim-details.tsx';
import { HandOffDialog } from './hand-off-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { ResponseState } from './response-state.tsx';

/** `id` is the list's key. A `gone` card keeps its place for a moment, so that no other card moves under the pointer. */
export function FallCard({ id, gone }: { readonly id: Place['key']; readonly gone: boolean }) {
  const card = useRef<HTMLLIElement>(null);
  const fall = gone ? undefined : falls.get(id)?.value;
  const nextAction = () =>
    card.current?.querySelector<HTMLElement>('.actions button') ?? card.current?.querySelector('button');
  useKeepFocus(card, () => nextAction() ?? document.getElementById('alerts'));
  const held = useComputed(() => isHeld(falls.get(id)?.value ?? {}, () => now.value));
  const style = useHeldHeight(card, held.value);
  if (fall === undefined)
    return (
      <li
        ref={card}
        data-key={id}
        class="alert-card gone"
        style={{ height: `${card.current?.getBoundingClientRect().height ?? 0}px` }}
      >
        <p>{board.gone}</p>
      </li>
    );
  const Content = hasMovedOn(fall) ? MovedOn : fall.response.state === 'CLAIMED' ? Claimed : Unclaimed;
  return (
    <li ref={card} data-key={id} class={cardClass(fall)} style={style}>
      <Content fall={fall} />
    </li>
  );
}

/** Without a claim, or over because the resident is OK. */
function Unclaimed({ fall }: { readonly fall: OpenFall }) {
  const { id, patientId, patientName, response } = fall;
  return (
    <AlertBand
      alert={fall}
      name={fall.isTest ? patientName : <a href={`/patients/${patientId}`}>{patientName}</a>}
    >
      <p class="why">{reasonText(fall)}</p>
      <p class="state-line">
        <ResponseState id={id} />
      </p>
      <NotifiedPeople of={fall} />
      <OtherAlerts fall={fall} />
      {response.state !== 'RESOLVED' && <FallActions fall={fall} describedBy={nameIdOf(id)} />}
      <p class="details">
        <DetailsLink fall={fall} />
      </p>
    </AlertBand>
  );
}

/** The resident has moved on: a few lines, and the actions of one who looks in all the same. */
function MovedOn({ fall }: { readonly fall: OpenFall }) {
  const { id, patientId, patientName } = fall;
  return (
    <AlertBand alert={fall} name={<a href={`/patients/${patientId}`}>{patientName}</a>}>
      <p class="state-line">
        <ResponseState id={id} /> <DetailsLink fall={fall} />
      </p>
      <FallActions fall={fall} describedBy={nameIdOf(id)} />
    </AlertBand>
  );
}

const DetailsLink = ({ fall: { id, patientName } }: { readonly fall: OpenFall }) => (
  <a href={`/falls/${id}`} aria-label={board.details(patientName)}>
    {board.showDetails}
  </a>
);

/** The claims whose rows the user opened, by the fall's ID: the row closes when the claim passes to another caregiver. */
const openedClaims = new Map<string, string>();

function Claimed({ fall }: { readonly fall: OpenFall }) {
  const { id, patientId, patientName, response } = fall;
  const claimant = response.claimedBy?.id ?? '';
  const [, setToggles] = useState(0);
  // An offer waits for an answer.
  const isOpen =
    (response.offeredTo !== null && response.offeredTo.id === user.value?.id) ||
    openedClaims.get(id) === claimant;
  const toggle = () => {
    openedClaims.set(id, isOpen ? '' : claimant);
    setToggles((toggles) => toggles + 1);
  };
  return (
    <>
      <ClaimedAlert
        alert={fall}
        name={patientName}
        state={<ResponseState id={id} />}
        isOpen={isOpen}
        onToggle={toggle}
      >
        <OfferNote fall={fall} />
        <AlertFacts alert={fall} />
        <p class="why">{reasonText(fall)}</p>
        <NotifiedPeople of={fall} />
        <OtherAlerts fall={fall} />
        {response.note !== null && response.note !== '' && <p class="claim-note">{response.note}</p>}
        <FallActions fall={fall} describedBy={nameIdOf(id)} />
        <p class="details">
          {!fall.isTest && <a href={`/patients/${patientId}`}>{board.showResident}</a>}{' '}
          <DetailsLink fall={fall} />
        </p>
      </ClaimedAlert>
      {!isOpen && <OfferNote fall={fall} />}
    </>
  );
}

/** For the giver of an open offer: who is responsible, and until when. */
export function OfferNote({ fall }: { readonly fall: OpenFall }) {
  const { claimedBy, claimExpiresAt, offeredTo } = fall.response;
  if (offeredTo === null || claimExpiresAt === null || claimedBy?.id !== user.value?.id) return null;
  return <p class="offer-note">{board.state.untilAccepted(offeredTo.name, claimExpiresAt)}</p>;
}

/** The actions that the user may take on a fall, on the board and on the fall's page. */
export function FallActions({
  fall,
  describedBy,
  onChanged,
}: {
  readonly fall: OpenFall;
  /** Id of the element with the resident's name. */
  readonly describedBy: string;
  readonly onChanged?: () => unknown;
}) {
  const { id } = fall;
  const [failure, setFailure] = useFailure(fall.response);
  const [dialog, setDialog] = useState<'resolve' | 'hand off'>();
  const { mayClaim, mayRelease, mayResolve, isMine, isOffered } = permitted(fall);
  const act = (work: () => Promise<Answered<unknown>>) => async () => {
    const reply = await work();
    // The card is a colleague's by then, so the page says it.
    const first = !reply.ok && reply.code === 'ALREADY_CLAIMED' ? reply.details.claimedBy : undefined;
    if (first !== undefined) showToast(board.toasts.wasFirst(first, fall.patientName, fall.patientRoom));
    setFailure(reply.ok || first !== undefined ? undefined : reply.error);
    await onChanged?.();
    return reply.ok;
  };
  const go = async () => {
    // The claimant's next actions are in the row.
    openedClaims.set(id, user.peek()?.id ?? '');
    const undo = async () => {
      const reply = await release(id);
      await onChanged?.();
      return reply;
    };
    if (await act(() => claim(id))()) showToast(board.toasts.claimed(fall.patientName), undo);
  };
  const giveBack = async () => {
    const undo = async () => {
      openedClaims.set(id, user.peek()?.id ?? '');
      const reply = await claim(id);
      await onChanged?.();
      return reply;
    };
    if (await act(() => release(id))())
      showToast(board.toasts.released(fall.patientName), isMine ? undo : undefined);
  };
  const close = () => {
    setDialog(undefined);
    void onChanged?.();
  };
  return (
    <>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      <div class="actions">
        {mayClaim && (
          <Button kind="urgent" describedBy={describedBy} onPress={go}>
            {isOffered ? common.handOff.takeOver : board.imGoing}
          </Button>
        )}
        {isOffered && (
          <Button describedBy={describedBy} onPress={act(() => decline(id))}>
            {common.handOff.decline}
          </Button>
        )}
        {mayResolve && (
          <Button describedBy={describedBy} onPress={() => setDialog('resolve')}>
            {board.resolve}
          </Button>
        )}
        {mayRelease && (
          <>
            <Button describedBy={describedBy} onPress={() => setDialog('hand off')}>
              {board.handOff}
            </Button>
            <Button describedBy={describedBy} onPress={giveBack}>
              {board.release}
            </Button>
          </>
        )}
      </div>
      {isMine && <ClaimDetails fall={fall} describedBy={describedBy} act={act} />}
      {dialog === 'resolve' && <ResolveDialog fall={fall} onClose={close} />}
      {dialog === 'hand off' && <HandOffDialog fall={fall} onClose={close} />}
    </>
  );
}

/**
 * Mirrors the service's rules (docs/response.md, "Endpoints"), but offers to resolve an alert only after its claim, or if
 * nobody needs to go.
 */
function permitted(fall: OpenFall) {
  const { state, claimedBy, offeredTo } = fall.response;
  const me = user.value;
  const isResolved = state === 'RESOLVED';
  const isMine = state === 'CLAIMED' && claimedBy?.id === me?.id;
  const isOffered = state === 'CLAIMED' && !isMine && offeredTo !== null && offeredTo.id === me?.id;
  return {
    isMine,
    isOffered,
    mayClaim: !isResolved && (state !== 'CLAIMED' || isOffered),
    mayRelease: state === 'CLAIMED' && (isMine || me?.role === 'ADMIN'),
    mayResolve: state === 'CLAIMED' || hasMovedOn(fall),
  };
}

/** The strongest signs only: the fall's page has all of them. */
const MOST_SIGNS = 3;

export function reasonText({ source, event, sensor, assessment, isTest }: OpenFall): string {
  if (isTest) return board.why.test;
  if (source === 'HELP_BUTTON') return board.why.help;
  if (source === 'CHECK_IN') return board.why.checkIn;
  if (source === 'SENSOR')
    return sensor ? board.why.sensor(common.sensorEvent[event ?? 'FALL'], sensor.name) : board.why.loading;
  if (assessment) return assessment.seen.for.slice(0, MOST_SIGNS).map(phrases.reworded).join(' · ');
  if (assessment === undefined) return board.why.loading;
  return source === 'REPORT' ? board.why.report : board.why.unknown;
}
