import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phoneCode, phoneWords, wearLink } from '../../firmware-sim/demo/own-phone.ts';
import { createScreen } from '../../firmware-sim/demo/screen.ts';
import { readQr } from '../helpers/qr-blocks.ts';

const ESCAPE = '\x1b';
const PHONE = { mac: '02:0A:1B:2C:3D:4E', token: 'aB3_'.repeat(10).concat('xyz') };
const URL_LONG = 'https://192.168.178.123:65535';
const LINK = wearLink(PHONE, URL_LONG, 65_535);

describe('the link for the phone of the person who tries the demo', () => {
  it('carries broker, MAC address, token and URL as the QR code of a wearable does', () => {
    const [page, code = ''] = LINK.split('#');
    assert.equal(page, `${URL_LONG}/wear`);
    assert.deepEqual(JSON.parse(String(Buffer.from(code, 'base64url'))), {
      broker: 'mqtt://192.168.178.123:65535',
      ...PHONE,
      url: URL_LONG,
    });
  });

  it('is explained in lines of 80 columns, with the other addresses of the machine', () => {
    const words = phoneWords({ link: LINK, others: ['https://10.0.0.4:3443'] });
    assert.match(words, /same network/);
    assert.match(words, /warns once/);
    assert.match(words, /10\.0\.0\.4:3443\/wear/);
    for (const line of words.split('\n')) assert.ok(line.length <= 80, line);
    assert.match(phoneWords({ link: 'https://localhost:3443/wear#e', others: [] }), /no network/);
  });
});

describe('its QR code', () => {
  const place = { rows: 50, columns: 80, hasColours: false };

  it('is read from half blocks', () => {
    const lines = phoneCode(LINK, place);
    assert.ok(lines.every((line) => line.length <= 80));
    assert.equal(readQr(lines), LINK);
  });

  it('is read from a terminal of 80 x 24, beside the bottom lines', () => {
    const lines = phoneCode(LINK, { ...place, rows: 20 });
    assert.ok(lines.length <= 20, String(lines.length));
    assert.equal(readQr(lines), LINK);
  });

  it('brings its own colours to a terminal, for dark and for light themes', () => {
    for (const line of phoneCode(LINK, { ...place, hasColours: true }))
      assert.deepEqual(
        line.split(ESCAPE).map((part) => part.slice(0, 16)),
        ['  ', '[38;5;231;48;5;16'.slice(0, 16), '[0m'],
      );
  });
});

describe('a code on the screen of the demo', () => {
  function screenOf(rows: number | undefined) {
    let text = '';
    const out = {
      isTTY: rows !== undefined,
      rows,
      columns: 80,
      write: (more: string) => {
        text += more;
        return true;
      },
    };
    return { screen: createScreen(out as unknown as NodeJS.WriteStream), written: () => text };
  }

  it('stays below the events of a terminal until it is unpinned', () => {
    const { screen, written } = screenOf(24);
    screen.pin((place) => phoneCode(LINK, place));
    screen.say('first event');
    const [, after = ''] = written().split('first event\n');
    assert.equal(readQr(after.split('\n')), LINK, 'drawn again below the event');
    screen.unpin();
    screen.say('second event');
    assert.doesNotMatch(written().split('second event')[1] ?? '', /█/);
    screen.close();
  });

  it('is printed once where there is no terminal, without escape sequences', () => {
    const { screen, written } = screenOf(undefined);
    screen.pin((place) => phoneCode(LINK, place));
    screen.say('an event');
    screen.close();
    assert.ok(!written().includes(ESCAPE));
    assert.equal(readQr((written().split('an event')[0] ?? '').split('\n')), LINK);
  });

  it('is printed once in a terminal that is too small for it', () => {
    const { screen, written } = screenOf(12);
    screen.pin((place) => phoneCode(LINK, place));
    screen.say('an event');
    assert.doesNotMatch(written().split('an event')[1] ?? '', /█/);
    screen.close();
  });
});
