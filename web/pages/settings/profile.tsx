import { useState } from 'preact/hooks';
import type { Profile } from '../../api/records.ts';
import { api, filledIn } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { organisation, ownSignOn, profileChanged } from '../../state/session.ts';
import { common } from '../../text/en/common.ts';
import { settings } from '../../text/en/settings.ts';
import { LANGUAGES } from '../../text/languages.ts';
import { Address } from './address.tsx';

const text = settings.profile;

export function ProfileCard() {
  const { data, failure, reload, setData } = useLoad('/profile/me');
  const [saved, setSaved] = useState(false);
  const provider = ownSignOn.value?.isLinked ? ownSignOn.value.name : undefined;
  /** The next login would put the name of the provider back. */
  const fixed = { readOnly: provider !== undefined };
  const changed = (profile: Profile) => {
    setData(profile);
    profileChanged(profile);
  };
  const submit = async (values: Readonly<Record<string, string>>) => {
    const { firstName, lastName, phone, dateOfBirth, language } = values;
    const body = {
      firstName,
      lastName,
      phone: phone || null,
      dateOfBirth: dateOfBirth || null,
      language: language || null,
    };
    const reply = await api.put('/profile/me', { body: filledIn<'ProfileChange'>(body) });
    setSaved(reply.ok);
    if (reply.ok) changed(reply.data);
    return reply;
  };
  return (
    <>
      <Card title={text.title}>
        {data === undefined ? (
          <Loading failure={failure} retry={reload} />
        ) : (
          <Form onSubmit={submit}>
            <Field
              label={text.firstName}
              name="firstName"
              value={data.firstName}
              autocomplete="given-name"
              {...fixed}
              required
            />
            <Field
              label={text.lastName}
              name="lastName"
              value={data.lastName}
              autocomplete="family-name"
              {...(provider !== undefined && { hint: text.atProvider(provider) })}
              {...fixed}
              required
            />
            <Field label={text.phone} name="phone" type="tel" value={data.phone ?? ''} autocomplete="tel" />
            <Field
              label={text.dateOfBirth}
              name="dateOfBirth"
              type="date"
              value={data.dateOfBirth ?? ''}
              autocomplete="bday"
            />
            <SelectField
              label={text.language}
              hint={text.languageHint}
              name="language"
              value={data.language ?? ''}
              options={[
                {
                  value: '',
                  label: text.homeLanguage(common.languages[organisation.value?.language ?? 'en']),
                },
                ...LANGUAGES.map((value) => ({ value, label: common.languages[value] })),
              ]}
            />
            {saved && <Notice kind="good">{common.saved}</Notice>}
            <Button type="submit">{common.save}</Button>
          </Form>
        )}
      </Card>
      {data !== undefined && <Address profile={data} onChanged={changed} />}
    </>
  );
}
