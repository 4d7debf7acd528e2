import { Page } from '../parts/page.tsx';
import { settings } from '../text/en/settings.ts';

export default function Settings() {
  return <Page title={settings.title}>{null}</Page>;
}
