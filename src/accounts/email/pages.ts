import { type Html, html, layout } from '../../platform/http/pages/html.ts';
import type { Page } from '../../platform/http/pages/page.ts';
import { STYLE } from '../../platform/http/pages/style.ts';
import type { Language } from '../../platform/languages.ts';
import type { Organisation } from '../organisation/organisation.ts';
import { type AccountTexts, accountTexts } from '../texts/index.ts';
import type { EmailChanges, EmailLink } from './email-changes.ts';

interface EmailPageDeps {
  readonly emailChanges: Pick<EmailChanges, 'linkOf' | 'follow'>;
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly publicUrl: () => string;
}

/**
 * docs/contract.md, "Changing an e-mail address": the pages behind the links in the mails. Opening a page changes
 * nothing, because mail scanners open every link; pressing the button does. The token in the URL is the secret, so no
 * session is required.
 */
export function emailPages({ emailChanges, organisation, publicUrl }: EmailPageDeps): readonly Page[] {
  /** The page is in the language of the account. */
  const wordsFor = (link: EmailLink): PageWords => {
    const { language } = organisation.readerOf(link.language);
    const texts = accountTexts(language).emailPages;
    return { language, texts, open: html`<p><a href="${publicUrl()}/">${texts.open}</a></p>` };
  };

  return [
    {
      method: 'GET',
      path: '/email/:token',
      limit: 'global',
      async handle({ params: { token = '' } }) {
        const link = await emailChanges.linkOf(token);
        return { status: 200, html: offerPage(link, wordsFor(link)) };
      },
    },

    {
      method: 'POST',
      path: '/email/:token',
      limit: 'global',
      async handle({ params: { token = '' }, record }) {
        const link = await emailChanges.follow(token);
        const { does, userId } = link;
        record(
          does === 'confirm'
            ? {
                action: 'email.confirmed',
                message: 'Confirmed a new e-mail address',
                actorId: userId,
                subjectId: userId,
              }
            : {
                level: 'warning',
                action: 'email.undone',
                message: 'Undid a change of the e-mail address',
                actorId: userId,
                subjectId: userId,
              },
        );
        const words = wordsFor(link);
        return { status: 200, html: does === 'confirm' ? confirmed(link, words) : undone(link, words) };
      },
    },

    {
      method: 'GET',
      path: '/email/style.css',
      limit: 'none',
      handle: () => ({ status: 200, css: STYLE }),
    },
  ];
}

type Texts = AccountTexts['emailPages'];

interface PageWords {
  readonly language: Language;
  readonly texts: Texts;
  /** A link to the console. */
  readonly open: Html;
}

const confirmed = ({ newEmail }: EmailLink, { language, texts, open }: PageWords): Html =>
  layout(language, texts.confirmed.title, html`<p>${texts.confirmed.body(newEmail)}</p>\n${open}`);

const undone = ({ oldEmail }: EmailLink, { language, texts: { undone: words }, open }: PageWords): Html =>
  layout(language, words.title, html`<p>${words.body(oldEmail)}</p>\n<p>${words.advice}</p>\n${open}`);

function offerPage(link: EmailLink, words: PageWords): Html {
  const { does, oldEmail, newEmail, confirmedAt } = link;
  const { language, texts } = words;
  if (does === 'undo')
    return layout(
      language,
      texts.undo.title,
      html`<p>${texts.undo.change(oldEmail, newEmail)}</p>
<p>${texts.undo.consequence(oldEmail)}</p>
<form method="post"><button type="submit">${texts.undo.button}</button></form>`,
    );
  if (confirmedAt !== null) return confirmed(link, words);
  return layout(
    language,
    texts.confirm.title,
    html`<p>${texts.confirm.body(newEmail)}</p>
<form method="post"><button type="submit">${texts.confirm.button}</button></form>`,
  );
}
