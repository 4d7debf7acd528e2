import type { FallReportRow } from '../../api/records.ts';
import { reports } from '../../text/en/reports.ts';

const { heat: text } = reports;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Shades of a cell, besides none. */
const SHADES = 5;

/** A table, so that it reads the same in black and white and to a screen reader. */
export function HeatMap({ rows }: { readonly rows: readonly FallReportRow[] }) {
  const falls = new Map(rows.map((row) => [row.key, row.falls]));
  const most = Math.max(1, ...falls.values());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a narrow screen, also by keyboard.
    <section class="heat-map" aria-label={text.title} tabIndex={0}>
      <table>
        <caption class="unseen">{text.title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{text.day}</span>
            </th>
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {text.weekdays.map((name, weekday) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {HOURS.map((hour) => {
                const count = falls.get(`${weekday + 1}-${hour}`) ?? 0;
                return (
                  <td
                    key={hour}
                    class={count === 0 ? undefined : `heat-${Math.ceil((SHADES * count) / most)}`}
                  >
                    {count === 0 ? '' : count}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{text.hint}</p>
    </section>
  );
}
