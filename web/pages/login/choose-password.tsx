import { Brand } from '../../components/brand.tsx';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { PasswordForm } from '../../components/password-form.tsx';
import { logOut, resume } from '../../state/session.ts';
import { common } from '../../text/en/common.ts';
import { passwords } from '../../text/en/passwords.ts';

const text = passwords.choose;

/** docs/contract.md, "Temporary passwords": the only page until the user has chosen a password. */
export default function ChoosePassword() {
  return (
    <main class="login">
      <Brand />
      <Page title={text.title}>
        <p>{text.about}</p>
        <PasswordForm current={text.current} onChanged={resume} />
        <Button kind="quiet" onPress={logOut}>
          {common.navigation.logOut}
        </Button>
      </Page>
    </main>
  );
}
