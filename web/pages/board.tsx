import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Later } from '../components/later.tsx';
import { Page } from '../components/page.tsx';
import { falls } from '../state/falls.ts';
import { followDetails, isLoaded, notices } from '../state/feed.ts';
import { totalPeople } from '../state/people.ts';
import { user } from '../state/session.ts';
import { shift } from '../state/shift.ts';
import { board } from '../text/en/board.ts';
import { Alerts } from './board/alerts.tsx';
import { Handovers } from './board/handovers.tsx';
import { MorningQuestions } from './board/morning-questions.tsx';
import { People } from './board/people.tsx';
import { Readiness } from './board/readiness.tsx';
import { Shortcuts } from './board/shortcuts.tsx';
import { StaffNotices, Warnings } from './board/warnings.tsx';

const loadWall = () => import('./board/wall.tsx');

/** The alerts come first, on the screen and by keyboard; a warning must not push them down. */
export default function Board() {
  useEffect(followDetails, []);
  const isWall = useLocation().query.display === 'wall';
  useGuide(!isWall);
  if (isWall) return <Later load={loadWall} />;
  return (
    <Page title={board.title} isHome>
      <div class="board">
        <Alerts />
        <div class="board-side">
          <Warnings />
          <StaffNotices />
          <MorningQuestions />
          <Readiness />
          {/* A new shift may make the caregiver one who hands over, so the wards load again. */}
          <Handovers key={shift.value?.until} />
          <People />
        </div>
        <Shortcuts />
      </div>
    </Page>
  );
}

/**
 * An empty home begins with the guide, unless something is to do here. Who comes by the link of the board has loaded it before,
 * and stays.
 */
function useGuide(isOffered: boolean): void {
  const { route } = useLocation();
  const [isFirst] = useState(() => isOffered && !isLoaded.peek());
  const loaded = isLoaded.value;
  useEffect(() => {
    const isEmpty = totalPeople.peek() + falls.keys.peek().length + notices.peek().length === 0;
    if (isFirst && loaded && isEmpty && user.peek()?.role === 'ADMIN') route('/admin/setup', true);
  }, [loaded]);
}
