import { createHash } from 'node:crypto';
import { Html, html } from '../../platform/http/pages/html.ts';
import { LANGUAGES, type Language, LOCALES } from '../../platform/languages.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { type Column, cellsOf, levelOf, sentenceOf, wardCells, wardHeads } from './cells.ts';
import type { Finished } from './findings.ts';
import { summaryOf } from './table.ts';
import { OVERVIEW_TEXTS, type OverviewTexts } from './texts/index.ts';

interface PageOptions {
  readonly at: Date;
  /** 0: the page is written once. */
  readonly everySeconds: number;
  /** Undefined: the browser's. */
  readonly language: Language | undefined;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
body { margin: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #8886; vertical-align: top; }
.now td:first-child { background: #b3261e; color: #fff; font-weight: bold; }
.soon td:first-child { background: #8a5300; color: #fff; font-weight: bold; }
.well td:first-child { color: #1a7f37; }
ul { margin: 0; padding-left: 1.2rem; }
ul, details { font-weight: normal; }
.old { background: #b3261e; color: #fff; padding: .6rem; font-weight: bold; }
.scroll { overflow-x: auto; }
[hidden] { display: none; }
`;

/** Chooses the language, and says so when the page is old: a page that nobody refreshes shows homes as well that are not. */
const SCRIPT = `
const page = document.documentElement;
const mains = [...document.querySelectorAll('main')];
const wanted = mains.find((main) => navigator.language.startsWith(main.lang)) ?? mains[0];
for (const main of mains) main.hidden = main !== wanted;
page.lang = wanted.lang;
const look = () => {
  const isOld = Date.now() - Number(page.dataset.at) > Number(page.dataset.fresh);
  for (const note of document.querySelectorAll('.old')) note.hidden = !isOld;
};
look();
setInterval(look, 1000);
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const joined = (parts: readonly Html[]): Html => new Html(parts.map(({ text }) => text).join(''));

/** One file without anything from elsewhere, and without a token. */
export function pageOf(looks: readonly Finished[], { at, everySeconds, language }: PageOptions): string {
  const languages = language === undefined ? LANGUAGES : [language];
  const policy = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}`;
  const freshMs = everySeconds === 0 ? 60 * MINUTE_MS : 3 * everySeconds * SECOND_MS;
  return html`<!doctype html>
<html lang="${languages[0]}" data-at="${String(at.getTime())}" data-fresh="${String(freshMs)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
${everySeconds === 0 ? '' : html`<meta http-equiv="refresh" content="${String(everySeconds)}">`}
<title>${OVERVIEW_TEXTS[languages[0]].title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
${joined(languages.map((one, index) => mainOf(looks, one, at, index > 0)))}
<script>${new Html(SCRIPT)}</script>
</body>
</html>
`.text;
}

function mainOf(looks: readonly Finished[], language: Language, at: Date, isHidden: boolean): Html {
  const text = OVERVIEW_TEXTS[language];
  const time = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(at);
  return html`<main lang="${language}"${new Html(isHidden ? ' hidden' : '')}>
<h1>${text.title}</h1>
<p class="old" role="alert" hidden>${text.old}</p>
<p><strong>${summaryOf(looks, text)}</strong> ${text.asOf(time)}</p>
<div class="scroll"><table>
<thead><tr>${joined(Object.values(text.columns).map((name) => html`<th scope="col">${name}</th>`))}</tr></thead>
${joined(looks.map((look) => bodyOf(look, text)))}</table></div>
</main>
`;
}

function bodyOf(look: Finished, text: OverviewTexts): Html {
  const cells = cellsOf(look, text);
  const columns = Object.keys(text.columns) as Column[];
  const row = joined(
    columns.map((column) =>
      column === 'name'
        ? html`<th scope="row"><a href="${look.url}">${cells.name}</a>${detailsOf(look, text)}</th>`
        : html`<td>${cells[column]}</td>`,
    ),
  );
  return html`<tbody><tr class="${levelOf(look)}">${row}</tr></tbody>
`;
}

function detailsOf({ findings, wards = [] }: Finished, text: OverviewTexts): Html {
  const list = joined(
    findings.map((finding) => html`<li>${text.levels[finding.level]}: ${sentenceOf(finding, text)}</li>`),
  );
  const head = joined(wardHeads(text).map((name) => html`<th scope="col">${name}</th>`));
  const rows = joined(
    wards.map(
      (ward) => html`<tr>${joined(wardCells(ward, text).map((cell) => html`<td>${cell}</td>`))}</tr>`,
    ),
  );
  return html`${findings.length === 0 ? '' : html`<ul>${list}</ul>`}${
    wards.length === 0
      ? ''
      : html`<details><summary>${text.ward}</summary><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></details>`
  }`;
}
