import { useRef, useState } from 'preact/hooks';
import type { Answered } from '../../api/rest.ts';
import { Ago } from '../../components/ago.tsx';
import { Button } from '../../components/button.tsx';
import { useKeepFocus } from '../../components/keep-focus.ts';
import { LevelBadge } from '../../components/level-badge.tsx';
import { Notice } from '../../components/notice.tsx';
import { claim, falls, type OpenFall, release } from '../../state/falls.ts';
import { user } from '../../state/session.ts';
import type { Place } from '../../state/steady-order.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';
import { ClaimDetails } from './claim-details.tsx';
import { HandOffDialog } from './hand-off-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { ResponseState } from './response-state.tsx';

/** `id` is the list's key. A `gone` card keeps its place for a moment, so that no other card moves under the pointer. */
export function FallCard({ id, gone }: { readonly id: Place['key']; readonly gone: boolean }) {
  const card = useRef<HTMLLIElement>(null);
  const fall = gone ? undefined : falls.get(id)?.value;
  useKeepFocus(card, () => card.current?.querySelector('button') ?? document.getElementById('alerts'));
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
  return (
    <li
      ref={card}
      data-key={id}
      class={`alert-card ${fall.level.toLowerCase()} ${fall.response.state.toLowerCase()}`}
    >
      <OpenFallCard fall={fall} />
    </li>
  );
}

function OpenFallCard({ fall }: { readonly fall: OpenFall }) {
  const { id } = fall;
  const nameId = `fall-${id}`;
  return (
    <>
      <div class="alert-head">
        <LevelBadge level={fall.level} source={fall.source} />
        <Ago at={fall.at} />
      </div>
      <h3 id={nameId}>
        <a href={`/patients/${fall.patientId}`}>{fall.patientName}</a>
        {fall.patientRoom !== null && <span class="room"> {common.room(fall.patientRoom)}</span>}
      </h3>
      <p class="why">
        <span>{reasonText(fall)}</span>{' '}
        <a href={`/falls/${id}`} aria-label={board.details(fall.patientName)}>
          {board.showDetails}
        </a>
      </p>
      <ResponseState id={id} />
      <FallActions fall={fall} describedBy={nameId} />
    </>
  );
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
  const [failure, setFailure] = useState<string>();
  const [dialog, setDialog] = useState<'resolve' | 'hand off'>();
  const act = (work: () => Promise<Answered<unknown>>) => async () => {
    const answer = await work();
    setFailure(answer.ok ? undefined : answer.error);
    await onChanged?.();
  };
  const close = () => {
    setDialog(undefined);
    void onChanged?.();
  };
  const { mayClaim, mayRelease, mayResolve, isMine } = permitted(fall);
  return (
    <>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      <div class="actions">
        {mayClaim && (
          <Button kind="urgent" describedBy={describedBy} onPress={act(() => claim(id))}>
            {board.imGoing}
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
            <Button describedBy={describedBy} onPress={act(() => release(id))}>
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

/** Mirrors the service's rules (docs/response.md, "Endpoints"). */
function permitted({ response: { state, claimedBy, offeredTo } }: OpenFall) {
  const me = user.value;
  const isOver = state === 'RESOLVED';
  const isMine = state === 'CLAIMED' && claimedBy?.id === me?.id;
  const isOffered = offeredTo !== null && offeredTo.id === me?.id;
  return {
    isMine,
    mayClaim: !isOver && (state !== 'CLAIMED' || (isOffered && !isMine)),
    mayRelease: state === 'CLAIMED' && (isMine || me?.role === 'ADMIN'),
    mayResolve: !isOver,
  };
}

export function reasonText({ source, assessment }: OpenFall): string {
  if (source === 'HELP_BUTTON') return board.why.help;
  if (source === 'CHECK_IN') return board.why.checkIn;
  if (assessment) return assessment.seen.for.join(' · ');
  if (assessment === undefined) return board.why.loading;
  return source === 'REPORT' ? board.why.report : board.why.unknown;
}
