import { api } from '../../api/rest.ts';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { now } from '../../state/clock.ts';
import { notices, warnings } from '../../state/feed.ts';
import { user } from '../../state/session.ts';
import { board } from '../../text/en/board.ts';

/** Notices to leads, admins and colleagues, such as a shift without a caregiver. */
export function StaffNotices() {
  return (
    <>
      {notices.value
        .filter(({ shownUntil }) => Date.parse(shownUntil) > now.value)
        .map(({ id, kind, title, body }) => (
          <Notice key={id} kind="warning">
            <strong>{title}</strong> {body}{' '}
            {kind.startsWith('ROSTER_') && <a href="/roster">{board.toRoster}</a>}
            {kind === 'CLOCK_IN_DOUBT' && <ConfirmClock />}
          </Notice>
        ))}
    </>
  );
}

/** Admins get this notice alone: they see whether the clock is right, and so whether old data may go. */
function ConfirmClock() {
  const { button, title, body, confirm } = board.clock;
  return (
    <ConfirmButton
      button={button}
      title={title}
      confirm={confirm}
      act={() =>
        api.post('/admin/maintenance', {
          body: { task: 'apply_retention', options: { clockIsRight: true } },
        })
      }
      onDone={() => {
        notices.value = notices.peek().filter(({ kind }) => kind !== 'CLOCK_IN_DOUBT');
      }}
    >
      <p>{body}</p>
    </ConfirmButton>
  );
}

/** Shows that alerts reach no caregiver outside the console, and the remedy. */
export function Warnings() {
  return (
    <>
      {warnings.value.map((warning) => (
        <Notice key={warning} kind="warning">
          {board.warnings[warning]}{' '}
          {warning !== 'NO_CAREGIVERS' && <a href="/settings">{board.toSettings}</a>}{' '}
          {user.value?.role === 'ADMIN' && <a href="/reach">{board.toReach}</a>}
        </Notice>
      ))}
    </>
  );
}
