import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/**
 * What a reader stumbles over, measured text by text: a word broken in the middle, a text or picture outside its cell or
 * button, a text that its box cuts off, or with `onScreen` one that is not on the screen.
 */
const FAULTS = `(onScreen) => {
  const { innerWidth, innerHeight } = globalThis;
  const faults = new Set();
  const quoted = (text) => JSON.stringify(text.trim().slice(0, 40));
  // Texts for screen readers alone are clipped to a pixel.
  const isUnseen = (element) => !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    || element.closest('[aria-hidden="true"], option, .uplot, .skip') !== null;
  const isClippedAway = (element) => {
    for (let one = element; one !== null; one = one.parentElement) {
      const { clipPath, textOverflow } = getComputedStyle(one);
      // A line that ends with three dots is meant to, where the page scrolls.
      if (clipPath === 'inset(50%)' || (textOverflow === 'ellipsis' && !onScreen)) return true;
    }
    return false;
  };
  const sticksOut = (rect, box) =>
    rect.left < box.left - 2 || rect.right > box.right + 2 || rect.top < box.top - 2 || rect.bottom > box.bottom + 2;
  function check(element, rects, name) {
    const holder = element.closest('td, th, button, .button, .alert-card, .card, dialog, summary');
    for (const rect of rects) {
      if (rect.width === 0 || rect.height === 0) continue;
      if (holder !== null && holder !== element && sticksOut(rect, holder.getBoundingClientRect()))
        faults.add(name + ' is outside its ' + holder.tagName.toLowerCase() + '.' + holder.className);
      for (let box = element; box !== null && box !== document.documentElement; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const isScrolled = [overflowX, overflowY].some((value) => value === 'auto' || value === 'scroll');
        if (isScrolled && !(onScreen && element.closest('.cards'))) return;
        if ((overflowX !== 'visible' || overflowY !== 'visible') && sticksOut(rect, box.getBoundingClientRect()))
          faults.add(name + ' is cut off by its box');
      }
      if (rect.right > innerWidth + 1 || rect.left < -1) faults.add(name + ' is beside the screen');
      if (onScreen && (rect.bottom > innerHeight + 1 || rect.top < -1)) faults.add(name + ' is below the fold');
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement;
    if (text.data.trim() === '' || isUnseen(element) || isClippedAway(element)) continue;
    range.selectNodeContents(text);
    check(element, range.getClientRects(), quoted(text.data));
    for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{M}\\u00ad]{2,}/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      // It may break at a soft hyphen.
      if (lines.size > 1 && !word.includes('\\u00ad')) faults.add('the word ' + quoted(word) + ' is broken');
    }
  }
  for (const picture of document.querySelectorAll('svg, img, canvas'))
    if (!isUnseen(picture.parentElement) && !isClippedAway(picture))
      check(picture, [picture.getBoundingClientRect()], 'a picture in .' + (picture.parentElement.className || '?'));
  if (onScreen && document.documentElement.scrollHeight > innerHeight) faults.add('the page scrolls');
  return [...faults];
}`;

const SETTLE_MS = 3_000;

/**
 * Faults that stay: a busy window lays out some frames after it was resized. `onScreen`: of a page that nobody scrolls.
 */
export async function layoutFaults(page: Page, onScreen = false): Promise<readonly string[]> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const faults = await page.evaluate<readonly string[]>(`(${FAULTS})(${onScreen})`);
    if (faults.length === 0 || Date.now() > deadline) return faults;
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

export async function checkLayout(page: Page, where: string, onScreen = false): Promise<void> {
  assert.deepEqual(await layoutFaults(page, onScreen), [], where);
}
