import { computed, effect, signal } from '@preact/signals';
import { waiting } from './falls.ts';

const MAX_COUNT = 99;
/** Browsers update title and icon slowly, so a burst of falls updates them only now and then. */
const PAUSE_MS = 300;

/** The number of unanswered alerts, without tests. */
export const openCount = signal(0);

/** The tab's icon with a number. The number is the only text in the SVG, so nothing needs escaping. */
const iconWith = (count: number): string => {
  const text = count > MAX_COUNT ? `${MAX_COUNT}+` : String(count);
  const size = text.length === 1 ? 330 : text.length === 2 ? 270 : 190;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="96" fill="#b3261e"/><text x="256" y="${256 + size * 0.36}" font-family="sans-serif" font-weight="700" font-size="${size}" text-anchor="middle" fill="#fff">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** Shows the count in the title, the icon and the app badge, visible while another tab or program is in front. */
export function startBadge(): void {
  const icon = document.querySelector<HTMLLinkElement>('#icon');
  const plain = icon?.href;
  const counted = computed(() => waiting.value.alerts);
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
      // Only installed apps have a badge.
      void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => {});
    }
  });
}
