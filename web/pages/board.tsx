import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Page } from '../components/page.tsx';
import { followDetails } from '../state/feed.ts';
import { shift } from '../state/shift.ts';
import { board } from '../text/en/board.ts';
import { Alerts } from './board/alerts.tsx';
import { Handovers } from './board/handovers.tsx';
import { MorningQuestions } from './board/morning-questions.tsx';
import { People } from './board/people.tsx';
import { Readiness } from './board/readiness.tsx';
import { Shortcuts } from './board/shortcuts.tsx';
import { Wall } from './board/wall.tsx';
import { StaffNotices, Warnings } from './board/warnings.tsx';

/** The alerts come first, on the screen and by keyboard; a warning must not push them down. */
export default function Board() {
  useEffect(followDetails, []);
  if (useLocation().query.display === 'wall') return <Wall />;
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
