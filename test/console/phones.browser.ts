import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { settings as german } from '../../web/text/de/settings.ts';
import { settings as english } from '../../web/text/en/settings.ts';
import type { Texts } from '../../web/text/texts.ts';
import { signUp } from '../helpers/people.ts';
import { type PhoneGateway, type Placed, startPhoneGateway } from '../helpers/phone-gateway.ts';
import { type Consoles, openConsoles } from './browser.ts';

type Words = Texts<typeof english.channels>;

/** The digits of a code, in an SMS or as they are spoken. */
const CODE = /(?:\d(?:, )?){6}/;

describe('phone numbers in the settings', () => {
  let consoles: Consoles;
  let gateway: PhoneGateway;
  before(async () => {
    gateway = await startPhoneGateway();
    consoles = await openConsoles({
      SMS_GATEWAY_URL: gateway.url,
      VOICE_GATEWAY_URL: gateway.url,
      ALLOW_PRIVATE_TARGETS: 'true',
    });
  });
  after(async () => {
    await consoles.close();
    await gateway.close();
  });

  /** What the phone of that number shows, or says when its owner answers. */
  async function received({ resource, fields }: Placed): Promise<string> {
    if (resource === 'Messages') return fields.Body ?? '';
    const answer = { CallSid: 'CA1', CallStatus: 'in-progress', AnsweredBy: 'human', To: fields.To ?? '' };
    return (await gateway.post(fields.Url ?? '', answer)).xml;
  }

  const LOOKS: readonly {
    readonly title: string;
    readonly kind: 'sms' | 'call';
    readonly language: 'en' | 'de';
    readonly words: Words;
    readonly test: RegExp;
    readonly refusal: string;
    readonly noNumber: string;
    readonly dark?: boolean;
    readonly width?: number;
  }[] = [
    {
      title: 'for SMS are confirmed by a code, tested and deleted',
      kind: 'sms',
      language: 'en',
      words: english.channels,
      test: /Test/,
      refusal: 'This is not the code that was sent.',
      noNumber: 'country code',
    },
    {
      title: 'for calls are confirmed by a spoken code, tested and deleted',
      kind: 'call',
      language: 'en',
      words: english.channels,
      test: /Notifications work\. Alerts about falls will arrive here\.</,
      refusal: 'This is not the code that was sent.',
      noNumber: 'country code',
      width: 320,
    },
    {
      title: 'are added in German',
      kind: 'sms',
      language: 'de',
      words: german.channels,
      test: /Test/,
      refusal: 'Das ist nicht der Code, den Sie bekommen haben.',
      noNumber: 'Ländervorwahl',
      dark: true,
    },
  ];

  for (const { title, kind, language, words, test, refusal, noNumber, ...options } of LOOKS) {
    it(title, async () => {
      const { app } = consoles;
      const nurse = await signUp(app, 'CAREGIVER');
      await app.call('PUT', '/profile/me', { token: nurse.token, body: { language } });
      const visit = await consoles.visit(options);
      const { page } = visit;
      const dialog = page.getByRole('dialog');
      const card = page.getByRole('region', { name: words.title });
      const picture = (state: string) => visit.picture(`phone-${kind}-${language}-${state}`);
      await visit.logIn(nurse, '/settings');
      await page.getByRole('button', { name: words.addTitle }).click();
      await dialog.getByLabel(words.kindLabel, { exact: true }).selectOption(kind);
      await dialog.getByLabel(words.fields[kind]?.number ?? '').fill('0151 2345678');
      gateway.placed.length = 0;
      await dialog.getByRole('button', { name: words.add }).click();
      await dialog.locator('.error').filter({ hasText: noNumber }).waitFor();
      assert.equal(gateway.placed.length, 0);
      await visit.checkAccessibility();
      await visit.checkWidth();
      await picture('refused');
      // People write numbers in groups.
      await dialog.getByLabel(words.fields[kind]?.number ?? '').fill('+49 (151) 234-5678');
      await dialog.getByRole('button', { name: words.add }).click();
      await card.getByText(words.state.unverified).waitFor();
      await card.getByText('+491512345678').waitFor();
      assert.equal(gateway.placed.length, 1);
      const [placed] = gateway.placed as [Placed];
      assert.deepEqual(
        [placed.resource, placed.fields.To],
        [kind === 'sms' ? 'Messages' : 'Calls', '+491512345678'],
      );
      const code = CODE.exec(await received(placed))?.[0].replaceAll(', ', '') ?? '';
      await card.getByLabel(words.code).fill(code === '000000' ? '000001' : '000000');
      await card.getByRole('button', { name: words.verify }).click();
      await card.locator('.error').filter({ hasText: refusal }).waitFor();
      await visit.checkAccessibility();
      await visit.checkWidth();
      await picture('wrong-code');
      await card.getByLabel(words.code).fill(code);
      await card.getByRole('button', { name: words.verify }).click();
      await card.getByText(words.verified).waitFor();
      await card.getByText(words.state.ready).waitFor();

      await card.getByRole('button', { name: words.test }).click();
      await card.getByText(words.delivered).waitFor();
      assert.match(await received(gateway.placed.at(-1) as Placed), test);
      await picture('tested');
      await card.getByRole('button', { name: words.delete }).click();
      await dialog.getByRole('button', { name: words.delete }).click();
      await card.getByText(words.none).waitFor();
      await visit.close();
    });
  }
});
