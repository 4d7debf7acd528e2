import { useState } from 'preact/hooks';
import type { Answered } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { Button } from '../../parts/button.tsx';
import { LevelBadge } from '../../parts/level-badge.tsx';
import { Notice } from '../../parts/notice.tsx';
import { claim, falls, type OpenFall, release } from '../../state/falls.ts';
import { user } from '../../state/session.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';
import { reasonsOf } from '../../text/en/reasons.ts';
import { HandOffDialog } from './hand-off-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { ResponseState } from './response-state.tsx';

export function FallCard({ id }: { readonly id: string }) {
  const fall = falls.get(id)?.value;
  const [failure, setFailure] = useState<string>();
  const [dialog, setDialog] = useState<'resolve' | 'hand off'>();
  if (fall === undefined) return null;
  const nameId = `fall-${id}`;
  const act = (work: () => Promise<Answered<unknown>>) => async () => {
    const answer = await work();
    setFailure(answer.ok ? undefined : answer.error);
  };
  const { mayClaim, mayGiveUp, mayResolve } = permitted(fall);
  return (
    <li class={`alert-card ${fall.level.toLowerCase()} ${fall.response.state.toLowerCase()}`}>
      <div class="alert-head">
        <LevelBadge level={fall.level} source={fall.source} />
        <Ago at={fall.at} />
      </div>
      <h3 id={nameId}>
        <a href={`/patients/${fall.patientId}`}>{fall.patientName}</a>
        {fall.patientRoom !== null && <span class="room">{common.room(fall.patientRoom)}</span>}
      </h3>
      <p class="why">
        {whyOf(fall)}{' '}
        <a href={`/falls/${id}`} aria-label={board.details(fall.patientName)}>
          {board.showDetails}
        </a>
      </p>
      <ResponseState fall={fall} />
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      <div class="actions">
        {mayClaim && (
          <Button kind="urgent" describedBy={nameId} onPress={act(() => claim(id))}>
            {board.imGoing}
          </Button>
        )}
        {mayResolve && (
          <Button describedBy={nameId} onPress={() => setDialog('resolve')}>
            {board.resolve}
          </Button>
        )}
        {mayGiveUp && (
          <>
            <Button describedBy={nameId} onPress={() => setDialog('hand off')}>
              {board.handOff}
            </Button>
            <Button describedBy={nameId} onPress={act(() => release(id))}>
              {board.release}
            </Button>
          </>
        )}
      </div>
      {dialog === 'resolve' && <ResolveDialog fall={fall} onClose={() => setDialog(undefined)} />}
      {dialog === 'hand off' && <HandOffDialog fall={fall} onClose={() => setDialog(undefined)} />}
    </li>
  );
}

/** What the service would allow (Response, Endpoints). */
function permitted({ response: { state, claimedBy, offeredTo } }: OpenFall) {
  const me = user.value;
  const isOver = state === 'RESOLVED';
  const isMine = claimedBy !== null && claimedBy.id === me?.id;
  const isOffered = offeredTo !== null && offeredTo.id === me?.id;
  return {
    mayClaim: !isOver && (state !== 'CLAIMED' || (isOffered && !isMine)),
    mayGiveUp: state === 'CLAIMED' && (isMine || me?.role === 'ADMIN'),
    mayResolve: !isOver,
  };
}

function whyOf({ source, assessment }: OpenFall): string {
  if (source === 'HELP_BUTTON') return board.why.help;
  if (assessment) return reasonsOf(assessment);
  return source === 'REPORT' ? board.why.report : board.why.unknown;
}
