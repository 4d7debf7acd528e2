import { Page } from '../parts/page.tsx';
import { board } from '../text/en/board.ts';
import { Alerts } from './board/alerts.tsx';
import { People } from './board/people.tsx';

export default function Board() {
  return (
    <Page title={board.title}>
      <Alerts />
      <People />
    </Page>
  );
}
