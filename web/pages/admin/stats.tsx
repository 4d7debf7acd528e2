import { Page } from '../../parts/page.tsx';
import { stats } from '../../text/en/admin/stats.ts';

export default function Stats() {
  return <Page title={stats.title}>{null}</Page>;
}
