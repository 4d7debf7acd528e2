import { Field, SelectField } from './field.tsx';

const MAX_LOCATION_LENGTH = 200;
const MAX_INJURIES_LENGTH = 2000;
const WITNESSED: Readonly<Record<string, boolean>> = { yes: true, no: false };

interface Words {
  readonly location: string;
  readonly injuries: string;
  readonly witnessed: string;
  readonly dontKnow: string;
  readonly yes: string;
  readonly no: string;
}

/** What a person may know about a fall that they report. */
export function FallFields({ text }: { readonly text: Words }) {
  return (
    <>
      <Field label={text.location} name="location" maxLength={MAX_LOCATION_LENGTH} />
      <Field label={text.injuries} name="injuries" maxLength={MAX_INJURIES_LENGTH} />
      <SelectField
        label={text.witnessed}
        name="witnessed"
        options={[
          { value: '', label: text.dontKnow },
          { value: 'yes', label: text.yes },
          { value: 'no', label: text.no },
        ]}
      />
    </>
  );
}

/** What was entered, as the API takes it. */
export const fallDetails = ({
  location = '',
  injuries = '',
  witnessed = '',
}: Readonly<Record<string, string>>) => ({
  location: location.trim() || null,
  injuries: injuries.trim() || null,
  witnessed: WITNESSED[witnessed] ?? null,
});
