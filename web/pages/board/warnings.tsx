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
          </Notice>
        ))}
    </>
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
