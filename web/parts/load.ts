import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Answered, call, type Failed } from '../api/call.ts';
import type { Pagination } from '../api/records.ts';

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

/** `const { data, failure, reload } = useLoad<Patient>(`/patients/${id}`)`; asks again when the path changes. */
export function useLoad<Data>(path: string): Loaded<Data> {
  const [answer, setAnswer] = useState<{ path: string; answer: Answered<Data> }>();
  const [loading, setLoading] = useState(true);
  const asked = useRef(0);
  const reload = useCallback(async () => {
    asked.current += 1;
    const turn = asked.current;
    setLoading(true);
    const given = await call<Data>('GET', path);
    // A later question has its own answer, which is newer.
    if (turn !== asked.current) return;
    setAnswer((before) =>
      isOutage(given) && before?.path === path && before.answer.ok ? before : { path, answer: given },
    );
    setLoading(false);
  }, [path]);
  useEffect(() => void reload(), [reload]);
  const current = answer?.path === path ? answer.answer : undefined;
  return {
    data: current?.ok ? current.data : undefined,
    pagination: current?.ok ? current.pagination : undefined,
    failure: current === undefined || current.ok ? undefined : current,
    loading,
    reload,
    setData: (data) => setAnswer({ path, answer: { ok: true, status: 200, data } }),
  };
}
