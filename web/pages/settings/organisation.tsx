import { useState } from 'preact/hooks';
import { api, filledIn } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { organisation, organisationChanged } from '../../state/session.ts';
import { common } from '../../text/en/common.ts';
import { settings } from '../../text/en/settings.ts';
import { LANGUAGES } from '../../text/languages.ts';

const text = settings.organisation;
const MAX_NAME = 80;
const MAX_GOAL = 240;

/** The settings of the home, for admins. */
export function OrganisationCard() {
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
    <Card title={text.title}>
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
