/** The one set of pictures: lines in a square of 24, in the colour of the text. */
const ICONS = {
  board: 'M4 5h16v9H4zM4 18h16',
  people: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.5-7 8-7s8 3 8 7',
  roster: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  messages: 'M4 5h16v12H9l-5 4z',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  menu: 'M4 6h16M4 12h16M4 18h16',
  sound: 'M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
  noSound: 'M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6',
  down: 'M6 9l6 6 6-6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  check: 'M4 13l5 5L20 6',
  cross: 'M5 5l14 14M19 5L5 19',
  circle: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  attention: 'M12 4v10M12 18.5v1',
  help: 'M12 3l10 18H2zM12 9v6M12 17.5v1',
  alert: 'M8 2h8l6 6v8l-6 6H8l-6-6V8zM12 7v6M12 16.5v.5',
  going: 'M3 12h16M12 5l7 7-7 7',
  noSignal: 'M3 3l18 18M2 9a15 15 0 0 1 20 0M6.5 13.5a8 8 0 0 1 11 0M12 18v.5',
  watch: 'M9 7V2h6v5M9 17v5h6v-5M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z',
  none: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12',
  battery: 'M2 7h17v10H2zM22 10.5v3M5.5 10v4',
  charging: 'M13 2L4 14h7l-1 8 9-12h-7z',
  away: 'M13 12H3M7 7l-5 5 5 5M12 3h9v18h-9',
} as const;

export type IconName = keyof typeof ICONS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICONS[name]} />
  </svg>
);
