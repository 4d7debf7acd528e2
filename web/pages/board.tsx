import { Page } from '../components/page.tsx';
import { shift } from '../state/shift.ts';
import { board } from '../text/en/board.ts';
import { Alerts } from './board/alerts.tsx';
import { Handovers } from './board/handovers.tsx';
import { People } from './board/people.tsx';
import { ShiftBar } from './board/shift-bar.tsx';
import { StaffNotices, Warnings } from './board/warnings.tsx';

export default function Board() {
  return (
    <Page title={board.title} isHome>
      <Warnings />
      <StaffNotices />
      <ShiftBar />
      <Alerts />
      {/* A new shift may make the caregiver one who hands over, so the wards load again. */}
      <Handovers key={shift.value?.until} />
      <People />
    </Page>
  );
}
