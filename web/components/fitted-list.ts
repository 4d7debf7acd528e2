import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** In pixels: nobody reads less from a distance. */
const LEAST = 6;
const STEP = 0.5;
/** Width to height. */
const TILE_SHAPE = 1.6;

/**
 * Keeps a list within its box, which has a fixed or a largest height: in the largest font size, up to that of the style
 * sheet, in which nothing sticks out. A text that grows by a tick only ever shrinks the font: it must not swing.
 */
export function useFit(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return undefined;
    const changes = new MutationObserver((records) => {
      if (records.some(({ type }) => type !== 'characterData') || !fits(box)) fit(box);
    });
    changes.observe(box, { childList: true, characterData: true, attributeFilter: ['class'], subtree: true });
    const resized = () => fit(box);
    const sizes = new ResizeObserver(resized);
    // The list's own size follows the font.
    if (box.parentElement !== null) sizes.observe(box.parentElement);
    fit(box);
    return () => {
      changes.disconnect();
      sizes.disconnect();
    };
  }, [list]);
}

const isWithin = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth <= clientWidth;

const fits = (box: HTMLElement): boolean =>
  box.scrollHeight <= box.clientHeight && isWithin(box) && [...box.children].every(isWithin);

function fit(box: HTMLElement): void {
  const { style } = box;
  style.fontSize = '';
  const tiles = box.getElementsByClassName('tile').length;
  const { clientWidth, clientHeight } = box;
  const columns = Math.round(Math.sqrt((tiles * clientWidth) / (TILE_SHAPE * Math.max(1, clientHeight))));
  style.setProperty('--columns', `${Math.max(1, Math.min(columns, tiles))}`);
  if (fits(box)) return;
  let [small, large] = [LEAST, Number.parseFloat(getComputedStyle(box).fontSize)];
  while (large - small > STEP) {
    const size = (small + large) / 2;
    style.fontSize = `${size}px`;
    if (fits(box)) small = size;
    else large = size;
  }
  style.fontSize = `${small}px`;
}
