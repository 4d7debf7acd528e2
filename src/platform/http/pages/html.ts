import type { Language } from '../../languages.ts';

/** Text that is already HTML; every other value is escaped on insertion. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** A template that escapes its values: names are user input. */
export const html = (parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html =>
  new Html(
    String.raw(
      { raw: parts },
      ...values.map((value) => (value instanceof Html ? value.text : escaped(value))),
    ),
  );

/** A whole page: no script, readable on a phone, excluded from search engines. */
export const document = (language: Language, title: string, body: Html): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

/** A page whose title is its heading. */
export const layout = (language: Language, title: string, body: Html): Html =>
  document(language, title, html`<h1>${title}</h1>\n${body}`);
