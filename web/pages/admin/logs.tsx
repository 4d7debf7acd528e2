import { Page } from '../../parts/page.tsx';
import { logs } from '../../text/en/admin/logs.ts';

export default function Logs() {
  return <Page title={logs.title}>{null}</Page>;
}
