import { Page } from '../parts/page.tsx';
import { own } from '../text/en/own.ts';

export default function Own() {
  return <Page title={own.title}>{null}</Page>;
}
