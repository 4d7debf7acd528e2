import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { DataOf, PathOf, RequestFor } from '../../client/rest.ts';
import type { Pagination } from '../api/records.ts';
import { type Answered, api, type Failed } from '../api/rest.ts';

export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly pagination: Pagination | undefined;
  readonly failure: Failed | undefined;
  readonly loading: boolean;
  /** Loads again. The page keeps the old data until the reply arrives. */
  readonly reload: () => Promise<void>;
  /** Sets the data from a change's reply, without another request. */
  readonly setData: (data: Data) => void;
}

/** A temporary failure: the page keeps its data, and the banner says that it may be out of date. */
const isOutage = (reply: Answered<unknown>): boolean =>
  !reply.ok && (reply.status === 0 || reply.status >= 500 || reply.status === 429);

/** `const { data, failure, reload } = useLoad('/patients/{id}', { path: { id } })`; loads again when the arguments change. */
export function useLoad<Path extends PathOf<'get'>>(
  path: Path,
  ...request: RequestFor<'get', Path>
): Loaded<DataOf<'get', Path>> {
  type Data = DataOf<'get', Path>;
  const requestKey = JSON.stringify([path, request]);
  const [loaded, setLoaded] = useState<{ requestKey: string; reply: Answered<Data> }>();
  const [loading, setLoading] = useState(true);
  const requests = useRef(0);
  const reload = useCallback(async () => {
    requests.current += 1;
    const turn = requests.current;
    setLoading(true);
    const given = (await api.get(path, ...request)) as Answered<Data>;
    // A later request has been made; its reply is newer.
    if (turn !== requests.current) return;
    setLoaded((before) =>
      isOutage(given) && before?.requestKey === requestKey && before.reply.ok
        ? before
        : { requestKey, reply: given },
    );
    setLoading(false);
  }, [requestKey]);
  useEffect(() => void reload(), [reload]);
  const current = loaded?.requestKey === requestKey ? loaded.reply : undefined;
  return {
    data: current?.ok ? current.data : undefined,
    pagination: current?.ok ? current.pagination : undefined,
    failure: current === undefined || current.ok ? undefined : current,
    loading,
    reload,
    setData: (data) => setLoaded({ requestKey, reply: { ok: true, status: 200, data } }),
  };
}
