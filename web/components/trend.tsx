import { board } from '../text/en/board.ts';

const WIDTH = 96;
const HEIGHT = 24;
const MARGIN = 2;
/** Half an hour of the last hour: a line through fewer points shows chance. */
const FEWEST_POINTS = 6;

/** A sparkline; missing values stay gaps. */
export function Trend({
  points,
  label,
}: {
  readonly points: readonly (number | null)[];
  readonly label: string;
}) {
  const known = points.filter((point) => point !== null);
  if (known.length < FEWEST_POINTS) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => MARGIN + (index / (points.length - 1)) * (WIDTH - 2 * MARGIN);
  const y = (value: number) =>
    HEIGHT - MARGIN - ((value - low) / Math.max(1, high - low)) * (HEIGHT - 2 * MARGIN);
  let pen = 'M';
  const path = points
    .map((point, index) => {
      if (point === null) {
        pen = 'M';
        return '';
      }
      const step = `${pen}${x(index).toFixed(1)} ${y(point).toFixed(1)}`;
      pen = 'L';
      return step;
    })
    .join('');
  return (
    <svg
      class="trend"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${label}: ${board.row.trendLabel(low, high)}`}
    >
      <path d={path} />
    </svg>
  );
}
