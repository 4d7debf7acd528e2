import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { DataOf, PathOf, RequestFor } from '../../client/rest.ts';
import type { Pagination } from '../api/records.ts';
import { type Answered, api, type Failed } from '../api/rest.ts';

export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly pagination: Pagination | undefined;
  readonly failure: Failed | undefined;
  readonly loading: boolean;
  /** Again; what is shown stays until the new answer is there. */
  readonly reload: () => Promise<void>;
  /** What a change has answered, without asking again. */
  readonly setData: (data: Data) => void;
}

/** No answer, or none of this moment: what is shown stays, and the banner says that it may be old. */
const isOutage = (answer: Answered<unknown>): boolean =>
  !answer.ok && (answer.status === 0 || answer.status >= 500 || answer.status === 429);

/** `const { data, failure, reload } = useLoad('/patients/{id}', { path: { id } })`; asks again when that changes. */
export function useLoad<Path extends PathOf<'get'>>(
  path: Path,
  ...request: RequestFor<'get', Path>
): Loaded<DataOf<'get', Path>> {
  type Data = DataOf<'get', Path>;
  const question = JSON.stringify([path, request]);
  const [answer, setAnswer] = useState<{ question: string; answer: Answered<Data> }>();
  const [loading, setLoading] = useState(true);
  const asked = useRef(0);
  const reload = useCallback(async () => {
    asked.current += 1;
    const turn = asked.current;
    setLoading(true);
    const given = (await api.get(path, ...request)) as Answered<Data>;
    // A later question has its own answer, which is newer.
    if (turn !== asked.current) return;
    setAnswer((before) =>
      isOutage(given) && before?.question === question && before.answer.ok
        ? before
        : { question, answer: given },
    );
    setLoading(false);
  }, [question]);
  useEffect(() => void reload(), [reload]);
  const current = answer?.question === question ? answer.answer : undefined;
  return {
    data: current?.ok ? current.data : undefined,
    pagination: current?.ok ? current.pagination : undefined,
    failure: current === undefined || current.ok ? undefined : current,
    loading,
    reload,
    setData: (data) => setAnswer({ question, answer: { ok: true, status: 200, data } }),
  };
}
