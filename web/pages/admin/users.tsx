import { Page } from '../../parts/page.tsx';
import { users } from '../../text/en/admin/users.ts';

export default function Users() {
  return <Page title={users.title}>{null}</Page>;
}
