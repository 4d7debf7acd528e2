import { useEffect } from 'preact/hooks';
import { Brand } from '../components/brand.tsx';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Notice } from '../components/notice.tsx';
import { common } from '../text/en/common.ts';
import { station as text } from '../text/en/station.ts';
import { timeWithSeconds } from '../text/words.ts';
import { StationBoardPage } from './board.tsx';
import { connection, enrol, enrolled, limitedUntil } from './state.ts';

export function Station() {
  const state = enrolled.value;
  useEffect(() => {
    document.title = common.title(text.title, 0);
  }, []);
  if (state === 'in') return <StationBoardPage />;
  if (state === 'unknown') return <p class="opening">{openingText()}</p>;
  return <Enrol wasRemoved={state === 'removed'} />;
}

function openingText(): string {
  if (limitedUntil.value > 0) return common.waiting(timeWithSeconds(limitedUntil.value));
  return connection.value === 'offline' ? text.unreachable : common.loading;
}

/** The code of the address, as a QR code gives it. A fragment is never sent to the service, nor kept in its logs. */
const codeOfAddress = (): string => /^#code=(\d{8})$/.exec(location.hash)?.[1] ?? '';

function Enrol({ wasRemoved }: { readonly wasRemoved: boolean }) {
  const submit = async ({ code = '' }: Readonly<Record<string, string>>) => {
    const reply = await enrol(code.replaceAll(/\s/g, ''));
    if (reply.ok) {
      history.replaceState(null, '', location.pathname);
      return reply;
    }
    return { ...reply, error: text.enrol.errors[reply.code] ?? reply.error };
  };
  return (
    <main class="login station-enrol">
      <Brand />
      <h1>{text.enrol.title}</h1>
      {wasRemoved && <Notice kind="warning">{text.removed}</Notice>}
      <p>{text.enrol.about}</p>
      <Form onSubmit={submit}>
        <Field
          label={text.enrol.code}
          name="code"
          value={codeOfAddress()}
          inputMode="numeric"
          autocomplete="off"
          required
        />
        <Button type="submit" kind="urgent">
          {text.enrol.submit}
        </Button>
      </Form>
    </main>
  );
}
