import { computed, effect, signal } from '@preact/signals';
import { unanswered } from './falls.ts';

const MOST = 99;
/** Title and icons are drawn by the browser itself, which takes its time: in a burst of falls now and then is enough. */
const PAUSE_MS = 300;

/** How many falls nobody is going to yet. */
export const openCount = signal(0);

/** The icon of the tab with a number on it. Drawn as text: there is nothing in it but digits. */
const iconWith = (count: number): string => {
  const text = count > MOST ? `${MOST}+` : String(count);
  const size = text.length === 1 ? 330 : text.length === 2 ? 270 : 190;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="96" fill="#b3261e"/><text x="256" y="${256 + size * 0.36}" font-family="sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" fill="#fff">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** The count where it is seen while another tab or program is in front. */
export function startBadge(): void {
  const icon = document.querySelector<HTMLLinkElement>('#icon');
  const plain = icon?.href;
  const counted = computed(() => unanswered.value.length);
  let isPausing = false;
  const show = (): void => {
    if (isPausing || openCount.peek() === counted.peek()) return;
    openCount.value = counted.peek();
    isPausing = true;
    setTimeout(() => {
      isPausing = false;
      show();
    }, PAUSE_MS);
  };
  effect(() => {
    counted.value;
    show();
  });
  effect(() => {
    const count = openCount.value;
    if (icon !== null && plain !== undefined) icon.href = count === 0 ? plain : iconWith(count);
    if ('setAppBadge' in navigator) {
      // Only an installed app has one.
      void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => {});
    }
  });
}
