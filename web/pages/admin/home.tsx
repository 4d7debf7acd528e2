import { useState } from 'preact/hooks';
import { api, filledIn } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { organisation, organisationChanged } from '../../state/session.ts';
import { home as text } from '../../text/en/admin/home.ts';
import { common } from '../../text/en/common.ts';
import { tokens } from '../../text/en/tokens.ts';
import { LANGUAGES } from '../../text/languages.ts';

const MAX_NAME = 80;
const MAX_GOAL = 240;

/** The settings of the home and the programs that it uses. */
export default function Home() {
  return (
    <Page title={text.title}>
      <div class="settings">
        <OrganisationCard />
        <Card title={tokens.service.title}>
          <p>{tokens.service.card}</p>
          <p>
            <a href="/admin/service-accounts">{tokens.service.manage}</a>
          </p>
        </Card>
      </div>
    </Page>
  );
}

function OrganisationCard() {
  const [saved, setSaved] = useState(false);
  const current = organisation.value;
  if (current === undefined) return null;
  const submit = async ({ responseGoalMinutes, ...rest }: Readonly<Record<string, string>>) => {
    const body = { ...rest, responseGoalMinutes: Number(responseGoalMinutes) };
    const reply = await api.put('/admin/organisation', { body: filledIn<'OrganisationChange'>(body) });
    setSaved(reply.ok);
    if (reply.ok) organisationChanged(reply.data);
    return reply;
  };
  return (
    <Card title={text.settings}>
      <Form onSubmit={submit}>
        <Field label={text.name} name="name" value={current.name} maxLength={MAX_NAME} required />
        <SelectField
          label={text.timeZone}
          hint={text.timeZoneHint}
          name="timeZone"
          value={current.timeZone}
          options={zonesWith(current.timeZone).map((zone) => ({ value: zone, label: zone }))}
        />
        <SelectField
          label={text.language}
          hint={text.languageHint}
          name="language"
          value={current.language}
          options={LANGUAGES.map((value) => ({ value, label: common.languages[value] }))}
        />
        <Field
          label={text.goal}
          hint={text.goalHint}
          name="responseGoalMinutes"
          type="number"
          min={1}
          max={MAX_GOAL}
          value={String(current.responseGoalMinutes)}
          required
        />
        {saved && <Notice kind="good">{common.saved}</Notice>}
        <Button type="submit">{common.save}</Button>
      </Form>
    </Card>
  );
}

/** Those that the browser knows, and the current one, which it may know by another name. */
const zonesWith = (current: string): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].sort();
