import { useState } from 'preact/hooks';
import { realAddress } from '../api/address.ts';
import type { Role } from '../api/records.ts';
import { users } from '../text/en/admin/users.ts';
import { Field, Radios } from './field.tsx';
import { useDebounced, useLatest } from './filters.ts';
import { useLoad } from './load.ts';
import { Loading } from './loading.tsx';

const MAX_RESULTS = 20;
const { picker: text } = users;

/** A form field that finds a user by part of the name. For admins, who may see all users. */
export function PersonPicker({
  name,
  legend,
  only,
  without = [],
}: {
  /** The form field's name; its value is the user's id. */
  readonly name: string;
  readonly legend: string;
  readonly only?: Role;
  readonly without?: readonly string[];
}) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const { data, failure, reload } = useLoad('/admin/users', {
    query: {
      role: only,
      status: 'active',
      search,
      limit: MAX_RESULTS + without.length,
      sort: 'lastName',
      order: 'asc',
    },
  });
  const found = useLatest(data)?.filter(({ id }) => !without.includes(id));
  return (
    <>
      <Field label={text.search} name="search" type="search" autocomplete="off" onInput={setTyped} />
      {found === undefined || failure !== undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : found.length === 0 ? (
        <p class="empty" role="status">
          {text.empty}
        </p>
      ) : (
        <div class="picker">
          <Radios
            legend={legend}
            name={name}
            required
            options={found.slice(0, MAX_RESULTS).map(({ id, firstName, lastName, email, room }) => ({
              value: id,
              label: text.person(`${firstName} ${lastName}`, realAddress(email), room),
            }))}
          />
        </div>
      )}
      {found !== undefined && found.length >= MAX_RESULTS && <p class="hint">{text.more}</p>}
    </>
  );
}
