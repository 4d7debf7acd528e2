import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isSameOrder, type Place, steadyOrder } from '../state/steady-order.ts';
import { useKeepFocus } from './keep-focus.ts';

/** A mouse that lies still says nothing: it must not hold the order all night. */
const HOVER_MS = 5_000;
/** A finger that has just been lifted may come down again. */
const LIFTED_MS = 1_000;

/** More than any screen shows. */
const LONG = 30;

export interface SteadyList {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly places: readonly Place[];
  /** Worth the browser's trouble of leaving out what is not on the screen. */
  readonly isLong: boolean;
}

/**
 * A list that does not jump under a finger. Rows carry `data-key`. The row that is pressed, pointed at or focused by
 * keyboard stays where it is; the order settles when nobody is there any more.
 */
export function useSteadyList(
  keys: ReadonlySignal<readonly string[]>,
  /** Gets the focus when the row that had it is gone. */
  heading: RefObject<HTMLElement | null>,
): SteadyList {
  const list = useRef<HTMLUListElement>(null);
  const held = useSignal<string | undefined>(undefined);
  const shown = useRef<readonly Place[]>([]);
  // Read as a whole, so that a mouse that only passes draws nothing anew.
  const places = useComputed(() => {
    const next = steadyOrder(shown.current, keys.value, held.value);
    if (!isSameOrder(next, shown.current)) shown.current = next;
    return shown.current;
  });
  useEffect(() => (list.current === null ? undefined : holdRows(list.current, held)), [held]);
  useKeepFocus(list, () => heading.current);
  return { list, places: places.value, isLong: places.value.length > LONG };
}

/** Keeps `held` at the row that somebody is about to press. */
function holdRows(list: HTMLElement, held: Signal<string | undefined>): () => void {
  let pointed: string | undefined;
  let focused: string | undefined;
  let letGo: ReturnType<typeof setTimeout> | undefined;
  let last = '';
  const rowOf = (target: EventTarget | null): string | undefined =>
    target instanceof Element && list.contains(target)
      ? target.closest<HTMLElement>('[data-key]')?.dataset.key
      : undefined;
  const decide = (): void => {
    held.value = pointed ?? focused;
  };
  const point = (row?: string, forMs?: number): void => {
    clearTimeout(letGo);
    pointed = row;
    decide();
    if (forMs !== undefined) letGo = setTimeout(() => point(), forMs);
  };

  const stop = new AbortController();
  const options = { signal: stop.signal, passive: true };
  const move = ({ target, clientX, clientY, buttons }: PointerEvent): void => {
    // Browsers report a move, too, when the page moves below a mouse that lies still.
    const place = `${clientX} ${clientY}`;
    if (place === last) return;
    last = place;
    point(rowOf(target), buttons === 0 ? HOVER_MS : undefined);
  };
  list.addEventListener('pointermove', move, options);
  list.addEventListener('pointerdown', ({ target }) => point(rowOf(target)), options);
  // Wherever it is let go.
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
    clearTimeout(letGo);
  };
}
