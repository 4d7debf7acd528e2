import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/app/config.ts';
import { isGsm, plainer, segmentsOf } from '../../src/phones/gsm.ts';
import { templatePost } from '../../src/phones/providers/template.ts';
import { isSigned, reply, twilioResult } from '../../src/phones/providers/twilio.ts';
import { smsText } from '../../src/phones/sms-text.ts';
import { signatureOf, TOKEN } from '../helpers/phone-gateway.ts';
import { message } from '../notify/message.ts';

describe('the segments of an SMS', () => {
  it('have 160 characters of the 7-bit alphabet, of which some count twice', () => {
    assert.equal(segmentsOf('a'.repeat(160)), 1);
    assert.equal(segmentsOf('a'.repeat(161)), 2);
    assert.equal(segmentsOf('a'.repeat(306)), 2);
    assert.equal(segmentsOf('a'.repeat(307)), 3);
    assert.equal(segmentsOf(`${'a'.repeat(158)}€`), 1);
    assert.equal(segmentsOf(`${'a'.repeat(159)}€`), 2);
  });

  it('have 70 characters as soon as one is outside of it', () => {
    assert.ok(isGsm('Jürgen Müßig, Zimmer 3 äöÄÖÜ @£$¥'));
    for (const outside of ['Łukasz', 'Dvořák', '“Anna”', 'Анна', '安娜', '😀'])
      assert.ok(!isGsm(outside), outside);
    assert.equal(segmentsOf('ж'.repeat(70)), 1);
    assert.equal(segmentsOf('ж'.repeat(71)), 2);
    assert.equal(segmentsOf(`${'a'.repeat(69)}😀`), 2, 'an emoji takes two');
  });

  it('are saved by letters that read alike; other scripts stay', () => {
    assert.equal(plainer('Łukasz Dvořák, “Şükrü” Ngọc'), 'Lukasz Dvorak, "Sükrü" Ngoc');
    assert.equal(plainer('Анна 安娜'), 'Анна 安娜');
  });
});

describe('the text of an SMS', () => {
  const alert = (more: object) =>
    message({
      title: 'EMERGENCY: confirmed fall of Rosa Brandt',
      patientRoom: '12',
      claimLink: `https://vigil.example.org/claim/${'x'.repeat(22)}`,
      ...more,
    });

  it('has level, name, room, time and the claim link in one segment', () => {
    const text = smsText(alert({}), true);
    assert.equal(
      text,
      `EMERGENCY: confirmed fall of Rosa Brandt, room 12, 13:00. Going? Reply 1 or tap https://vigil.example.org/claim/${'x'.repeat(22)}`,
    );
    assert.equal(segmentsOf(text), 1);
    const german = smsText(alert({ reader: { timeZone: 'Europe/Berlin', language: 'de' } }), false);
    assert.match(german, /, Zimmer 12, 13:00\. Ich gehe hin: https:/);
    assert.equal(segmentsOf(german), 1);
  });

  it('loses accents where that saves a segment, and a very long name is cut', () => {
    const accents = smsText(alert({ title: 'EMERGENCY: confirmed fall of Łukasz Dvořák' }), true);
    assert.match(accents, /Lukasz Dvorak/);
    assert.equal(segmentsOf(accents), 1);
    const long = smsText(alert({ title: `EMERGENCY: confirmed fall of ${'Long '.repeat(40)}` }), true);
    assert.equal(segmentsOf(long), 1);
    assert.match(long, /claim\/x{22}$/);
  });

  it('keeps names of other scripts and the whole link, also in two segments', () => {
    const text = smsText(alert({ title: 'EMERGENCY: confirmed fall of Анна Иванова' }), true);
    assert.match(text, /Анна Иванова, room 12, 13:00\. .*claim\/x{22}$/);
    assert.ok(segmentsOf(text) > 1);
  });

  it('is one line without direction marks, whatever the name contains', () => {
    const text = smsText(alert({ title: 'Fall of A\nB\u202eC\u0000D' }), true);
    for (const mark of ['\n', '\u202e', '\u0000']) assert.ok(!text.includes(mark));
  });

  it('lists as many grouped falls as fit, worst first, with the link to the board', () => {
    const fall = (i: number) => ({
      title: `EMERGENCY: confirmed fall of Person ${i}`,
      patientName: `Person ${i}`,
      patientRoom: String(i),
      link: '',
      claimLink: null,
    });
    const text = smsText(
      message({
        title: '999 alerts',
        link: 'https://vigil.example.org/',
        gathered: { count: 999, falls: Array.from({ length: 10 }, (_, i) => fall(i)) },
      }),
      true,
    );
    assert.match(text, /^999 alerts: EMERGENCY: confirmed fall of Person 0, room 0; /);
    assert.match(text, /and 99\d more\. https:\/\/vigil\.example\.org\/$/);
    assert.equal(segmentsOf(text), 1);
  });
});

describe('a gateway by template', () => {
  const template = (body: string, contentType?: string) => ({
    method: 'POST' as const,
    url: 'https://sms.example.org/send?to={{to}}&via={{ from }}',
    headers: contentType === undefined ? {} : { 'Content-Type': contentType, 'x-to': '{{to}}' },
    body,
  });
  const NASTY = { to: '+491511', text: 'A "quoted" & <b>\\ line\nbreak {{to}} ü' };
  const values = { ...NASTY, from: 'Vigil' };

  it('escapes by content type, and a text never becomes structure', () => {
    const json = templatePost(template('{"to":"{{to}}","text":"{{text}}"}', 'application/json'), values);
    assert.deepEqual(JSON.parse(json.body), NASTY);
    assert.equal(json.url, 'https://sms.example.org/send?to=%2B491511&via=Vigil');
    assert.equal(json.headers['x-to'], '+491511');
    const form = templatePost(template('to={{to}}&text={{text}}'), values);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(form.body)), NASTY);
    const xml = templatePost(template('<t>{{text}}</t>', 'text/xml'), values);
    assert.match(xml.body, /^<t>A &quot;quoted&quot; &amp; &lt;b&gt;/);
    const plain = templatePost(template('{{text}}', 'text/plain'), values);
    assert.equal(plain.body, NASTY.text);
  });
});

describe('the replies of a gateway', () => {
  const replied = (status: number, code?: number) =>
    twilioResult({ status, retryAfter: undefined, body: JSON.stringify({ code }) }, 0);

  it('disable a number that is invalid or has unsubscribed, and do not count against the gateway', () => {
    for (const code of [21211, 21610, 21614]) {
      const { result, isGatewayWorking, isFree } = replied(400, code);
      assert.ok(result.gone && result.final && isGatewayWorking && isFree, String(code));
      assert.match(result.error ?? '', new RegExp(`error ${code}, `));
    }
  });

  it('count against the gateway when they are no replies about the number', () => {
    for (const given of [replied(401, 20003), replied(500), replied(429, 20429)]) {
      assert.equal(given.isGatewayWorking, false);
      assert.equal(given.result.gone, undefined);
      assert.equal(given.isFree, true);
    }
    const hanging = twilioResult({ error: 'gave no answer within 10 s' }, 0);
    assert.deepEqual([hanging.isGatewayWorking, hanging.isFree], [false, false], 'it may have been sent');
    assert.equal(twilioResult({ error: 'failed', unsent: true }, 0).isFree, true);
    assert.equal(
      twilioResult({ status: 500, retryAfter: undefined, body: 'null' }, 0).isGatewayWorking,
      false,
    );
  });
});

describe('the signature of a hook', () => {
  const url = 'https://vigil.example.org/api/hooks/sms?t=abc&x=%20';
  const fields = { Body: 'ä 1&', From: '+491511', AccountSid: 'AC1' };
  const form = new URLSearchParams(fields);

  it('covers the URL with its query and every field', () => {
    const right = signatureOf(url, fields);
    assert.ok(isSigned(TOKEN, url, form, right));
    assert.ok(!isSigned(TOKEN, `${url}y`, form, right));
    assert.ok(!isSigned(TOKEN, url, new URLSearchParams({ ...fields, Body: '1' }), right));
    assert.ok(!isSigned(TOKEN, url, new URLSearchParams({ ...fields, More: '' }), right));
    assert.ok(!isSigned('other', url, form, right));
    assert.ok(!isSigned(TOKEN, url, form, ''));
    assert.ok(!isSigned(TOKEN, url, form, `${right} `));
  });

  it('may be over the URL with its default port', () => {
    const withPort = url.replace('example.org', 'example.org:443');
    assert.ok(isSigned(TOKEN, url, form, signatureOf(withPort, fields)));
    assert.ok(isSigned(TOKEN, withPort, form, signatureOf(url, fields)));
    const other = 'http://localhost:3000/api/hooks/sms';
    assert.ok(isSigned(TOKEN, other, form, signatureOf(other, fields)));
  });

  it('has the value of the provider’s own example', () => {
    const example = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+12349013030',
      Digits: '1234',
      From: '+12349013030',
      To: '+18005551212',
    };
    const signature = '0/KCTR6DLpKmkAf8muzZqo1nDgQ=';
    const at = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    assert.ok(isSigned('12345', at, new URLSearchParams(example), signature));
  });
});

describe('what a gateway gets to say', () => {
  it('is escaped, in the language of the person, twice, and takes one key', () => {
    const xml = reply({
      do: 'ask',
      text: 'A & <B>',
      otherwise: 'bye',
      action: 'https://x/?t=1&event=key',
      language: 'de',
    });
    assert.equal(xml.match(/<Say language="de-DE">A &amp; &lt;B&gt;<\/Say>/g)?.length, 2);
    assert.match(xml, /<Gather numDigits="1" .*action="https:\/\/x\/\?t=1&amp;event=key">/);
    assert.match(reply({ do: 'reply', text: 'a < b' }), /<Message>a &lt; b<\/Message>/);
  });
});

describe('the settings of gateways', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-sms-'));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return `http+template:${join(folder, name)}`;
  };
  const mistakesOf = (env: Readonly<Record<string, string>>): string => {
    try {
      readConfig(env);
      return '';
    } catch (error) {
      return String(error);
    }
  };
  const GOOD = JSON.stringify({ url: 'https://sms.example.org', body: { to: '{{to}}', text: '{{text}}' } });

  /** The request that an SMS by this gateway is. */
  async function postOf(url: string) {
    const posts: { readonly url: string; readonly headers: object; readonly body: string | Buffer }[] = [];
    const request = {
      post: async (post: (typeof posts)[number]) => {
        posts.push(post);
        return { status: 201, retryAfter: undefined };
      },
      close: () => {},
    };
    const openHook = async () => 'https://vigil.example.org/hook';
    const sending = { request, allowPrivateTargets: false, now: Date.now };
    const { smsGateway } = readConfig({ SMS_GATEWAY_URL: url });
    await smsGateway?.sendSms({ to: '+491511', text: 'Hello', openHook }, sending);
    const [post] = posts;
    return { ...post, form: new URLSearchParams(String(post?.body)) };
  }

  it('are a URL with account, host and sender; the host defaults to the provider’s', async () => {
    const { url, headers, form } = await postOf('twilio://AC1:tok%40en@?from=+4930123456');
    assert.equal(url, 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json');
    assert.ok(JSON.stringify(headers).includes(Buffer.from('AC1:tok@en').toString('base64')));
    assert.equal(form.get('From'), '+4930123456');
    const named = await postOf('twilio://AC1:t@h.example?from=Vigil');
    assert.deepEqual([new URL(named.url ?? '').host, named.form.get('From')], ['h.example', 'Vigil']);
    const { voiceGateway } = readConfig({
      VOICE_GATEWAY_URL: 'twilio://AC1:t@gateway.example.org?from=%2B4930123456',
    });
    assert.equal(voiceGateway?.urlFor(false), 'https://gateway.example.org');
    const byTemplate = await postOf(file('good.json', GOOD));
    assert.deepEqual(JSON.parse(String(byTemplate.body)), { to: '+491511', text: 'Hello' });
  });

  it('are refused at start with the reason', () => {
    const bad: readonly (readonly [string, string, RegExp])[] = [
      ['SMS_GATEWAY_URL', 'https://example.org', /SMS_GATEWAY_URL must be twilio:\/\//],
      ['SMS_GATEWAY_URL', 'twilio://AC1:t@h.example', /must be twilio:\/\/.* or http\+template:<file>/],
      ['SMS_GATEWAY_URL', 'constructor:x', /must be twilio:\/\//],
      ['SMS_GATEWAY_URL', 'twilio://AC1:t@h.example?from=12', /from must be/],
      ['SMS_GATEWAY_URL', 'twilio://AC1:%zz@h.example?from=+4930123456', /percent-encoding/],
      ['VOICE_GATEWAY_URL', 'twilio://AC1:t@h.example?from=Vigil', /from must be a number/],
      ['VOICE_GATEWAY_URL', file('voice.json', GOOD), /must be twilio:\/\//],
      ['SMS_GATEWAY_URL', 'twilio://AC1:t@127.0.0.1:9?from=Vigil', /private host, which needs ALLOW_PRIVATE/],
      ['SMS_GATEWAY_URL', 'http+template:/nowhere.json', /cannot be read/],
      ['SMS_GATEWAY_URL', file('no.json', 'no'), /is not JSON/],
      ['SMS_GATEWAY_URL', file('list.json', '[]'), /must be an object/],
      ['SMS_GATEWAY_URL', file('url.json', '{"body":"{{to}}{{text}}"}'), /must have a url/],
      ['SMS_GATEWAY_URL', file('less.json', '{"url":"https://e.org/{{to}}"}'), /must contain/],
      ['SMS_GATEWAY_URL', file('more.json', '{"url":"https://e.org/{{to}}{{text}}{{x}}"}'), /\{\{x\}\}/],
      ['SMS_GATEWAY_URL', file('plain.json', '{"url":"http://e.org/{{to}}{{text}}"}'), /must use https/],
      [
        'SMS_GATEWAY_URL',
        file('head.json', '{"url":"https://e.org/{{to}}{{text}}","headers":{"a":"b\\n"}}'),
        /headers/,
      ],
      ['SMS_PER_HOUR', '0', /SMS_PER_HOUR must be a whole number/],
    ];
    for (const [name, value, message] of bad) assert.match(mistakesOf({ [name]: value }), message, value);
    assert.doesNotMatch(
      mistakesOf({ SMS_GATEWAY_URL: 'twilio://AC1:secret-token@h?from=1' }),
      /secret-token/,
    );
    const production = { NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) };
    const gateway = 'twilio://AC1:t@h.example?from=+4930123456';
    assert.match(mistakesOf({ ...production, VOICE_GATEWAY_URL: gateway }), /PUBLIC_URL is required/);
  });
});
