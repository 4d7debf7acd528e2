import type { AccessToken } from '../api/records.ts';
import { tokens } from '../text/en/tokens.ts';
import { Checks } from './field.tsx';

type Created = AccessToken['created'];

const text = tokens.created;
const END = 'end';

/** What a program has made with its token, on one line. */
export const createdWith = (created: Created): string =>
  `${text.label} ${created.map(({ type, name }) => text[type](name)).join(', ')}`;

/** Asks whether what a token has made ends with it; nothing if it has made nothing. */
export function EndCreated({
  created,
  isEnding,
  onChange,
}: {
  readonly created: Created;
  readonly isEnding: boolean;
  readonly onChange: (isEnding: boolean) => void;
}) {
  if (created.length === 0) return null;
  return (
    <>
      <Checks
        legend={createdWith(created)}
        options={[{ value: END, label: text.end }]}
        values={isEnding ? [END] : []}
        onChange={(values) => onChange(values.length > 0)}
      />
      <p>{text.endHint}</p>
    </>
  );
}
