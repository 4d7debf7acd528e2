import { Page } from '../parts/page.tsx';
import { fall } from '../text/en/fall.ts';

export default function Fall() {
  return <Page title={fall.title}>{null}</Page>;
}
