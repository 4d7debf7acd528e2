/** A count with a bar beside it; the number says the same where colours are not printed. */
export function Bar({
  count,
  share,
  isFaint,
}: {
  readonly count: number;
  readonly share: number;
  readonly isFaint: boolean;
}) {
  return (
    <span class="report-bar">
      <span class="figure">{count}</span>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class={isFaint ? 'faint' : undefined} width={100 * share} height={8} />
      </svg>
    </span>
  );
}
