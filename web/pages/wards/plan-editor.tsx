import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type Failed } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { type Place, type Plan, ratioOf } from '../../components/room-tiles.tsx';
import { useUnsaved } from '../../components/unsaved-guard.tsx';
import { common } from '../../text/en/common.ts';
import { rooms as words } from '../../text/en/rooms.ts';
import { type PictureFile, readPicture } from './picture-file.ts';
import { freePlaces, moved, STEPS, within } from './places.ts';

const { plan: text } = words;

type Stored = Plan & { readonly revision: number };

interface Draft {
  readonly places: ReadonlyMap<string, Place>;
  /** Undefined if it stays, null if it goes. */
  readonly picture: PictureFile | null | undefined;
}

const draftOf = ({ rooms }: Plan): Draft => ({
  places: new Map(rooms.map(({ room, x, y }) => [room, { x, y }])),
  picture: undefined,
});

export function PlanEditor({
  wardId,
  plan,
  rooms,
  onSaved,
  onChange,
  reload,
}: {
  readonly wardId: string;
  readonly plan: Stored;
  /** In which residents live. */
  readonly rooms: readonly string[];
  readonly onSaved: (plan: Stored) => void;
  readonly onChange: () => void;
  readonly reload: () => Promise<void>;
}) {
  const [draft, setDraft] = useState<Draft>();
  const [failure, setFailure] = useState<Failed>();
  const [wrong, setWrong] = useState<string>();
  const [toFocus, setToFocus] = useState<string>();
  const area = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const dragging = useRef<AbortController>(undefined);
  useEffect(() => () => dragging.current?.abort(), []);
  const { places, picture } = draft ?? draftOf(plan);
  useUnsaved(draft !== undefined);
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...(before ?? draftOf(plan)), ...part }));
    setWrong(undefined);
    onChange();
  };
  const put = (room: string, place: Place | undefined) => {
    setDraft((before) => {
      const { places, picture } = before ?? draftOf(plan);
      if (place === undefined && !places.has(room)) return before;
      const next = new Map(places);
      if (place === undefined) next.delete(room);
      else next.set(room, place);
      return { places: next, picture };
    });
    onChange();
  };
  useEffect(() => {
    if (toFocus === undefined) return;
    document.querySelector<HTMLElement>(`[data-room="${CSS.escape(toFocus)}"]`)?.focus();
    setToFocus(undefined);
  }, [toFocus]);

  async function send(body: { readonly rooms: Plan['rooms']; readonly picture?: string | null }) {
    const reply = await api.put('/wards/{id}/plan', {
      path: { id: wardId },
      body: { ...body, rooms: [...body.rooms], revision: plan.revision },
    });
    if (reply.ok) onSaved(reply.data);
    else setFailure(reply);
    return reply;
  }
  const save = () =>
    send({
      rooms: [...places].map(([room, place]) => ({ room, ...place })),
      ...(picture !== undefined && { picture: picture?.base64 ?? null }),
    });

  async function choose(chosen: File | undefined) {
    if (chosen === undefined) return;
    const read = await readPicture(chosen);
    if (read === 'no picture') setWrong(text.noPicture);
    else if (read === 'too large') setWrong(text.tooLarge);
    else change({ picture: read });
    if (file.current !== null) file.current.value = '';
  }

  /** To the end of the press: the room may leave the list below on the way. */
  function drag(room: string, down: PointerEvent): void {
    if (down.button !== 0) return;
    const box = area.current?.getBoundingClientRect();
    if (box === undefined) return;
    const at = places.get(room);
    // It is held where it was taken.
    const held = {
      x: at === undefined ? 0 : down.clientX - box.left - (at.x / 100) * box.width,
      y: at === undefined ? 0 : down.clientY - box.top - (at.y / 100) * box.height,
    };
    const follow = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (pointerId !== down.pointerId) return;
      const place = {
        x: (100 * (clientX - box.left - held.x)) / box.width,
        y: (100 * (clientY - box.top - held.y)) / box.height,
      };
      const isInside = place.x >= 0 && place.x <= 100 && place.y >= 0 && place.y <= 100;
      put(room, isInside ? within(place) : undefined);
    };
    const end = ({ pointerId }: PointerEvent) => {
      if (pointerId === down.pointerId) stop.abort();
    };
    const stop = new AbortController();
    const { signal } = stop;
    dragging.current = stop;
    addEventListener('pointermove', follow, { signal });
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
  }

  function press(room: string, place: Place, event: KeyboardEvent): void {
    const step = STEPS.get(event.key);
    if (step !== undefined) put(room, moved(place, step, event.shiftKey));
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      put(room, undefined);
      setToFocus(room);
    } else return;
    event.preventDefault();
  }

  const shownPicture = picture === undefined ? plan.picture : picture;
  const source =
    picture === undefined
      ? plan.picture && `/api/wards/${wardId}/plan/picture?${plan.picture.tag}`
      : picture?.url;
  const others = rooms.filter((room) => !places.has(room));
  const place = (added: readonly string[]) => {
    const free = freePlaces([...places.values()], added.length);
    change({ places: new Map([...places, ...added.map((room, i) => [room, free[i] ?? MIDDLE] as const)]) });
    setToFocus(added[0]);
  };
  return (
    <>
      <p class="hint">{text.keys}</p>
      <div class="plan-box">
        <div class="floor-plan" ref={area} style={{ '--ratio': ratioOf(shownPicture) }}>
          {source && <img src={source} alt="" draggable={false} />}
          <ul class="rooms">
            {[...places].map(([room, at]) => (
              <li key={room} class="placed" style={{ left: `${at.x}%`, top: `${at.y}%` }}>
                <button
                  type="button"
                  class="tile"
                  data-room={room}
                  aria-label={text.placed(room, Math.round(at.x), Math.round(at.y))}
                  onPointerDown={(event) => drag(room, event)}
                  onKeyDown={(event) => press(room, at, event)}
                >
                  {room}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
      {rooms.length === 0 && <p class="empty">{text.noRooms}</p>}
      {others.length > 0 && (
        <>
          <h3 class="quiet-heading">{words.notOnPlan}</h3>
          <ul class="rooms">
            {others.map((room) => (
              <li key={room}>
                <button
                  type="button"
                  class="tile"
                  data-room={room}
                  aria-label={text.place(room)}
                  onPointerDown={(event) => drag(room, event)}
                  onClick={() => place([room])}
                >
                  {room}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={text.upload}
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      {wrong !== undefined && <Notice kind="error">{wrong}</Notice>}
      {failure !== undefined && (
        <>
          <Notice kind="error">{failure.error}</Notice>
          {failure.code === 'PLAN_CHANGED' && <Button onPress={reload}>{text.again}</Button>}
        </>
      )}
      <div class="actions">
        <Button kind="urgent" disabled={draft === undefined} onPress={save}>
          {text.save}
        </Button>
        {draft !== undefined && <Button onPress={() => setDraft(undefined)}>{common.cancel}</Button>}
        {others.length > 1 && <Button onPress={() => place(others)}>{text.placeAll}</Button>}
        <Button onPress={() => file.current?.click()}>{text.upload}</Button>
        {shownPicture !== null && <Button onPress={() => change({ picture: null })}>{text.remove}</Button>}
        {(plan.rooms.length > 0 || plan.picture !== null) && (
          <ConfirmButton
            kind="quiet"
            title={`${text.clear}?`}
            confirm={text.clear}
            act={() => send({ rooms: [], picture: null })}
          >
            <p>{text.clearText}</p>
          </ConfirmButton>
        )}
      </div>
    </>
  );
}

const MIDDLE: Place = { x: 50, y: 50 };
