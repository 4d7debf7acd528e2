import type { ComponentChildren } from 'preact';
import { Icon } from '../../components/icon.tsx';
import { push } from '../../state/push.ts';
import { user } from '../../state/session.ts';
import { shift } from '../../state/shift.ts';
import { sound } from '../../state/sound.ts';
import { awake } from '../../state/wake-lock.ts';
import { board } from '../../text/en/board.ts';

/** States of screen and push: caregivers who rely on alerts must see what does not work. The sound is in the header. */
export function Readiness() {
  const words = board.shift;
  const isOnDuty = shift.value !== undefined;
  return (
    <section class="readiness" aria-label={words.ready}>
      {!isOnDuty && user.value?.role === 'CAREGIVER' && (
        <p>{sound.value === 'on' ? words.offDutySound : words.offDuty}</p>
      )}
      {isOnDuty && (
        <ul>
          <Part isReady={awake.value === 'on'}>{words.screen[awake.value]}</Part>
          <Part isReady={push.value.state === 'on'}>
            {pushText()}
            {push.value.state === 'unknown' && (
              <>
                {' '}
                <a href="/settings">{board.toSettings}</a>
              </>
            )}
          </Part>
        </ul>
      )}
      <a class="button quiet" href="/?display=wall">
        {board.wall.open}
      </a>
    </section>
  );
}

function pushText(): string {
  const words = board.shift.push;
  return push.value.state === 'failed' ? words.failed(push.value.error) : words[push.value.state];
}

function Part({ isReady, children }: { readonly isReady: boolean; readonly children: ComponentChildren }) {
  return (
    <li class={isReady ? 'ready' : 'not-ready'}>
      <Icon name={isReady ? 'check' : 'attention'} />
      {children}
    </li>
  );
}
