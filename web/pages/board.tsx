import { Page } from '../components/page.tsx';
import { board } from '../text/en/board.ts';
import { Alerts } from './board/alerts.tsx';
import { People } from './board/people.tsx';
import { ShiftBar } from './board/shift-bar.tsx';
import { Warnings } from './board/warnings.tsx';

export default function Board() {
  return (
    <Page title={board.title} isHome>
      <Warnings />
      <ShiftBar />
      <Alerts />
      <People />
    </Page>
  );
}
