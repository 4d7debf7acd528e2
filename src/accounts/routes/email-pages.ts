import { type Html, html, layout } from '../../platform/http/pages/html.ts';
import type { Page } from '../../platform/http/pages/page.ts';
import { STYLE } from '../../platform/http/pages/style.ts';
import type { EmailChanges, EmailLink } from '../email-changes.ts';

interface EmailPageDeps {
  readonly emailChanges: Pick<EmailChanges, 'linkOf' | 'follow'>;
  readonly publicUrl: () => string;
}

/**
 * docs/contract.md, "Changing an e-mail address": the pages behind the links in the mails. Opening a page changes
 * nothing, because mail scanners open every link; pressing the button does. The token in the URL is the secret, so no
 * session is required.
 */
export function emailPages({ emailChanges, publicUrl }: EmailPageDeps): readonly Page[] {
  const logIn = (): Html => html`<p><a href="${publicUrl()}/">Open Vigil</a></p>`;

  return [
    {
      method: 'GET',
      path: '/email/:token',
      limit: 'global',
      handle: async ({ params: { token = '' } }) => ({
        status: 200,
        html: offerPage(await emailChanges.linkOf(token), logIn()),
      }),
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
        return { status: 200, html: does === 'confirm' ? confirmed(link, logIn()) : undone(link, logIn()) };
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

const confirmed = ({ newEmail }: EmailLink, logIn: Html): Html =>
  layout(
    'Address confirmed',
    html`<p>From now on you log in with ${newEmail}. The password stays the same.</p>
${logIn}`,
  );

const undone = ({ oldEmail }: EmailLink, logIn: Html): Html =>
  layout(
    'Change undone',
    html`<p>You log in with ${oldEmail} again. Every session of the account has ended.</p>
<p>The password is as it was. If somebody else may know it, choose a new one.</p>
${logIn}`,
  );

function offerPage(link: EmailLink, logIn: Html): Html {
  const { does, oldEmail, newEmail, confirmedAt } = link;
  if (does === 'undo')
    return layout(
      'Undo the new address?',
      html`<p>The address of your Vigil account was to change from ${oldEmail} to ${newEmail}.</p>
<p>If you undo it, the account has the address ${oldEmail} and every session ends. The password stays as it is.</p>
<form method="post"><button type="submit">Undo</button></form>`,
    );
  if (confirmedAt !== null) return confirmed(link, logIn);
  return layout(
    'Confirm your new address',
    html`<p>Use ${newEmail} for your Vigil account?</p>
<form method="post"><button type="submit">Confirm</button></form>`,
  );
}
