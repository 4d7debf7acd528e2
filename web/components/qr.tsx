import { useLater } from './later.tsx';

/** Quiet zone in modules: some cameras need this margin. */
const BORDER = 4;

const loadEncoder = () => import('uqr');

/** A QR code. Dark on light in every theme, as scanners expect. The encoder loads on demand. */
export function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const [encoder, instead] = useLater(loadEncoder);
  if (encoder === undefined) return instead;
  const { size, data } = encoder.encode(text, { ecc: 'M', border: BORDER });
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={pathOf(data)} />
    </svg>
  );
}

const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
