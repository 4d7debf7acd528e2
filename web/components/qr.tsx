import { useEffect, useState } from 'preact/hooks';

/** Quiet zone in modules: some cameras need this margin. */
const BORDER = 4;

/** A QR code. Dark on light in every theme, as scanners expect. The encoder loads on demand. */
export function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const [picture, setPicture] = useState<{ readonly size: number; readonly path: string }>();
  useEffect(() => {
    let isShown = true;
    void import('uqr').then(({ encode }) => {
      const { size, data } = encode(text, { ecc: 'M', border: BORDER });
      if (isShown) setPicture({ size, path: pathOf(data) });
    });
    return () => {
      isShown = false;
    };
  }, [text]);
  const { size, path } = picture ?? { size: 1, path: '' };
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
