import type { ComponentChildren } from 'preact';
import { Button } from '../../components/button.tsx';
import { push } from '../../state/push.ts';
import { sound, turnOnSound } from '../../state/sound.ts';
import { awake } from '../../state/wake-lock.ts';
import { board } from '../../text/en/board.ts';

/** States of sound, screen and push: caregivers who rely on alerts must see what does not work. */
export function Readiness({ isOnDuty }: { readonly isOnDuty: boolean }) {
  const words = board.shift;
  return (
    <>
      {sound.value === 'locked' && (
        <div class="locked" role="alert">
          <p>{words.sound.locked}</p>
          <Button kind="urgent" onPress={turnOnSound}>
            {words.turnOnSound}
          </Button>
        </div>
      )}
      <ul class="readiness" aria-label={words.ready}>
        {sound.value !== 'locked' && <Part isReady={sound.value === 'on'}>{words.sound[sound.value]}</Part>}
        {isOnDuty && <Part isReady={awake.value === 'on'}>{words.screen[awake.value]}</Part>}
        {isOnDuty && (
          <Part isReady={push.value.state === 'on'}>
            {pushText()}
            {push.value.state === 'unknown' && (
              <>
                {' '}
                <a href="/settings">{board.toSettings}</a>
              </>
            )}
          </Part>
        )}
      </ul>
    </>
  );
}

function pushText(): string {
  const words = board.shift.push;
  return push.value.state === 'failed' ? words.failed(push.value.error) : words[push.value.state];
}

function Part({ isReady, children }: { readonly isReady: boolean; readonly children: ComponentChildren }) {
  return (
    <li class={isReady ? 'ready' : 'not-ready'}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={isReady ? 'M4 13l5 5L20 6' : 'M12 4v10M12 18.5v1'} />
      </svg>
      {children}
    </li>
  );
}
