import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isSameOrder, type Place, steadyOrder } from '../state/steady-order.ts';
import { useKeepFocus } from './keep-focus.ts';

/** A mouse at rest must not hold the order for longer. */
const HOVER_MS = 5_000;
/** After a tap, another tap may follow. */
const LIFTED_MS = 1_000;

/** More rows than any screen shows. */
const LONG = 30;

export interface SteadyList<List extends HTMLElement> {
  readonly list: RefObject<List | null>;
  readonly places: readonly Place[];
  /** Long lists use CSS to skip the layout of rows off the screen. */
  readonly isLong: boolean;
}

/**
 * A list that does not jump under a finger. Rows carry `data-key`. The row under the pointer or with the keyboard focus
 * stays where it is; the list is sorted again when the pointer and the focus leave.
 */
export function useSteadyList<List extends HTMLElement = HTMLUListElement>(
  keys: ReadonlySignal<readonly string[]>,
  /** Gets the focus when the focused row disappears. */
  heading: RefObject<HTMLElement | null>,
): SteadyList<List> {
  const list = useRef<List>(null);
  const held = useSignal<string | undefined>(undefined);
  const shown = useRef<readonly Place[]>([]);
  // One computed value, so that a passing mouse re-renders nothing.
  const places = useComputed(() => {
    const next = steadyOrder(shown.current, keys.value, held.value);
    if (!isSameOrder(next, shown.current)) shown.current = next;
    return shown.current;
  });
  useEffect(() => (list.current === null ? undefined : holdRows(list.current, held)), [held]);
  const drawn = useRef(places.value);
  useKeepFocus(list, () => heading.current, drawn.current !== places.value);
  drawn.current = places.value;
  return { list, places: places.value, isLong: places.value.length > LONG };
}

/** Sets `held` to the row under the pointer or with the keyboard focus. */
function holdRows(list: HTMLElement, held: Signal<string | undefined>): () => void {
  let pointed: string | undefined;
  let focused: string | undefined;
  let releaseTimer: ReturnType<typeof setTimeout> | undefined;
  let last = '';
  const rowOf = (target: EventTarget | null): string | undefined =>
    target instanceof Element && list.contains(target)
      ? target.closest<HTMLElement>('[data-key]')?.dataset.key
      : undefined;
  const decide = (): void => {
    held.value = pointed ?? focused;
  };
  const point = (row?: string, forMs?: number): void => {
    clearTimeout(releaseTimer);
    pointed = row;
    decide();
    if (forMs !== undefined) releaseTimer = setTimeout(() => point(), forMs);
  };

  const stop = new AbortController();
  const options = { signal: stop.signal, passive: true };
  const move = ({ target, clientX, clientY, buttons }: PointerEvent): void => {
    // Browsers also report a move when the page scrolls below a mouse at rest.
    const place = `${clientX} ${clientY}`;
    if (place === last) return;
    last = place;
    point(rowOf(target), buttons === 0 ? HOVER_MS : undefined);
  };
  list.addEventListener('pointermove', move, options);
  list.addEventListener('pointerdown', ({ target }) => point(rowOf(target)), options);
  // On the document, because the pointer may be released outside the list.
  document.addEventListener(
    'pointerup',
    ({ target, pointerType }) => point(rowOf(target), pointerType === 'mouse' ? HOVER_MS : LIFTED_MS),
    options,
  );
  list.addEventListener('pointercancel', () => point(), options);
  list.addEventListener(
    'pointerleave',
    ({ pointerType, buttons }) => {
      if (pointerType === 'mouse' && buttons === 0) point();
    },
    options,
  );
  const focus = ({ target }: FocusEvent): void => {
    const row = rowOf(target);
    focused = row !== undefined && (target as Element).matches(':focus-visible') ? row : undefined;
    decide();
  };
  document.addEventListener('focusin', focus, options);
  list.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget !== null) return;
    focused = undefined;
    decide();
  });

  return () => {
    stop.abort();
    clearTimeout(releaseTimer);
  };
}
