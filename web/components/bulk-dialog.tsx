import { useState } from 'preact/hooks';
import { realAddress } from '../api/address.ts';
import type { Answered } from '../api/rest.ts';
import { users } from '../text/en/admin/users.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field, namedOptions, SelectField } from './field.tsx';
import { useDebounced, useLatest } from './filters.ts';
import { useLoad } from './load.ts';
import { Loading } from './loading.tsx';
import { Notice } from './notice.tsx';
import { type LineResult, sendLines } from './send-lines.ts';
import { useWards } from './wards.ts';

const { bulk: text, picker } = users;
const MAX_RESULTS = 100;

interface Chosen {
  readonly id: string;
  readonly name: string;
}

/** Chooses several residents, by ward or by name, and does the same for each. For admins. */
export function BulkDialog({
  title,
  confirm,
  hint,
  without,
  act,
  onDone,
  onClose,
}: {
  readonly title: string;
  /** The text of the confirm button. */
  readonly confirm: (count: number) => string;
  readonly hint?: string;
  readonly without: readonly string[];
  readonly act: (id: string) => Promise<Answered<unknown>>;
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [left, setLeft] = useState<number>();
  const [failed, setFailed] = useState<readonly { readonly name: string; readonly why: string }[]>([]);
  const run = async () => {
    if (chosen.length === 0 || left !== undefined) return;
    setFailed([]);
    setLeft(chosen.length);
    const problems: { readonly name: string; readonly why: string; readonly chosen: Chosen }[] = [];
    await sendLines(chosen, {
      create: async ({ id }) => {
        const reply = await act(id);
        return reply.ok ? { ok: true as const, data: undefined } : reply;
      },
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      isStopped: () => false,
      onResult(one, result) {
        setLeft((before = 1) => before - 1);
        const why = whyNot(result);
        if (why !== undefined) problems.push({ name: one.name, why, chosen: one });
      },
    });
    setLeft(undefined);
    if (problems.length === 0) onClose();
    setFailed(problems);
    setChosen(problems.map((one) => one.chosen));
    await onDone();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {hint !== undefined && <p>{hint}</p>}
      {failed.map(({ name, why }) => (
        <Notice key={name} kind="error">
          <strong>{name}:</strong> {why}
        </Notice>
      ))}
      <Choose without={without} chosen={chosen} onChange={setChosen} />
      {left !== undefined && <p role="status">{text.left(left)}</p>}
      <div class="actions">
        <Button kind="urgent" disabled={chosen.length === 0} onPress={run}>
          {confirm(chosen.length)}
        </Button>
        <Button onPress={onClose}>{common.cancel}</Button>
      </div>
    </Dialog>
  );
}

function whyNot(result: LineResult<unknown>): string | undefined {
  if (result.state === 'created') return undefined;
  return result.state === 'refused'
    ? Object.values(result.details).join(' ') || result.error
    : common.noAnswer;
}

interface Found extends Chosen {
  readonly label: string;
}

function Choose({
  without,
  chosen,
  onChange,
}: {
  readonly without: readonly string[];
  readonly chosen: readonly Chosen[];
  readonly onChange: (chosen: readonly Chosen[]) => void;
}) {
  const { data: wards = [] } = useWards();
  const [wardId, setWardId] = useState('');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  return (
    <>
      {wards.length > 0 && (
        <SelectField
          label={text.ward}
          name="ward"
          value={wardId}
          options={namedOptions(wards, text.everyWard)}
          onChange={setWardId}
        />
      )}
      <Field label={picker.search} name="search" type="search" autocomplete="off" onInput={setTyped} />
      {wardId === '' ? (
        <OfHome search={search} without={without} chosen={chosen} onChange={onChange} />
      ) : (
        <OfWard wardId={wardId} search={search} without={without} chosen={chosen} onChange={onChange} />
      )}
    </>
  );
}

interface ListProps {
  readonly search: string;
  readonly without: readonly string[];
  readonly chosen: readonly Chosen[];
  readonly onChange: (chosen: readonly Chosen[]) => void;
}

interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly room: string | null;
}

const foundOf = ({ id, firstName, lastName, email, room }: Person): Found => {
  const name = `${firstName} ${lastName}`;
  return { id, name, label: picker.person(name, realAddress(email), room) };
};

function OfHome(props: ListProps) {
  const { data, failure, reload } = useLoad('/admin/users', {
    query: {
      role: 'PATIENT',
      status: 'active',
      search: props.search,
      limit: MAX_RESULTS,
      sort: 'lastName',
      order: 'asc',
    },
  });
  const found = useLatest(data)?.map(foundOf);
  return found === undefined || failure !== undefined ? (
    <Loading failure={failure} retry={reload} />
  ) : (
    <People {...props} found={found} />
  );
}

/** A ward's residents are few enough to search here. */
function OfWard({ wardId, ...props }: ListProps & { readonly wardId: string }) {
  const { data, failure, reload } = useLoad('/patients', {
    query: { wardId, status: 'active', limit: MAX_RESULTS, sort: 'lastName', order: 'asc' },
  });
  const found = data
    ?.map(foundOf)
    .filter(({ label }) => label.toLocaleLowerCase().includes(props.search.toLocaleLowerCase()));
  return found === undefined ? (
    <Loading failure={failure} retry={reload} />
  ) : (
    <People {...props} found={found} />
  );
}

function People({ found, without, chosen, onChange }: ListProps & { readonly found: readonly Found[] }) {
  const shown = found.filter(({ id }) => !without.includes(id));
  const isChosen = (id: string): boolean => chosen.some((one) => one.id === id);
  const toggle = (one: Chosen) =>
    onChange(isChosen(one.id) ? chosen.filter(({ id }) => id !== one.id) : [...chosen, one]);
  if (shown.length === 0)
    return (
      <p class="empty" role="status">
        {picker.empty}
      </p>
    );
  return (
    <>
      <fieldset class="radios picker">
        <legend>{text.residents}</legend>
        {shown.map(({ id, name, label }) => (
          <label key={id}>
            <input type="checkbox" checked={isChosen(id)} onChange={() => toggle({ id, name })} />
            {label}
          </label>
        ))}
      </fieldset>
      <div class="actions">
        <Button
          kind="quiet"
          onPress={() => onChange([...chosen, ...shown.filter(({ id }) => !isChosen(id))])}
        >
          {text.all(shown.length)}
        </Button>
      </div>
      {found.length >= MAX_RESULTS && <p class="hint">{picker.more}</p>}
    </>
  );
}
