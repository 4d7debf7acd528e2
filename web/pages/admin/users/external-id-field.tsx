import { Field } from '../../../components/field.tsx';
import { users } from '../../../text/en/admin/users.ts';

const { createResident: text } = users;

export const ExternalIdField = ({ value = '' }: { readonly value?: string }) => (
  <Field
    label={text.externalId}
    hint={text.externalIdHint}
    name="externalId"
    value={value}
    maxLength={80}
    autocomplete="off"
  />
);
