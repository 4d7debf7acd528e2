import { Notice } from '../../components/notice.tsx';
import { warnings } from '../../state/feed.ts';
import { board } from '../../text/en/board.ts';

/** Shows that alerts reach no caregiver outside the console, and the remedy. */
export function Warnings() {
  return (
    <>
      {warnings.value.map((warning) => (
        <Notice key={warning} kind="warning">
          {board.warnings[warning]}{' '}
          {warning !== 'NO_CAREGIVERS' && <a href="/settings">{board.toSettings}</a>}
        </Notice>
      ))}
    </>
  );
}
