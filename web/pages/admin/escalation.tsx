import { Page } from '../../parts/page.tsx';
import { escalation } from '../../text/en/admin/escalation.ts';

export default function Escalation() {
  return <Page title={escalation.title}>{null}</Page>;
}
