import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { briefText } from '../../src/notify/texts/brief.ts';
import type { FallContent } from '../../src/notify/texts/content.ts';
import { blockCheck, callBlock, Espa444Reader } from '../../src/pagers/espa/espa444-frames.ts';
import { FrameReader, frame, MAX_FRAME_BYTES } from '../../src/pagers/espa/espax-frames.ts';
import {
  codeOf,
  eventOf,
  readMessage,
  requestXml,
  startFields,
} from '../../src/pagers/espa/espax-messages.ts';
import { displayed, MAX_PAGE_LENGTH, transliterated } from '../../src/pagers/espa/page-text.ts';
import { LinkBroken, messageIdOf, priorityOf, refOf } from '../../src/pagers/page.ts';

const page = {
  ref: 'a'.repeat(32),
  number: '4711',
  text: 'Jörg Groß, Zimmer 3: Sturz',
  priority: 2,
} as const;

describe('a block of ESPA 4.4.4', () => {
  it('has the records of a call to a pager and the XOR of everything after SOH', () => {
    const block = callBlock(page);
    const text =
      '1\x021\x1f4711\x1e2\x1fJoerg Gross, Zimmer 3: Sturz\x1e3\x1f2\x1e4\x1f3\x1e5\x1f1\x1e6\x1f2\x03';
    assert.equal(block.toString('latin1', 0, block.length - 1), `\x01${text}`);
    assert.equal(
      block.at(-1),
      [...Buffer.from(text, 'latin1')].reduce((check, byte) => check ^ byte, 0),
    );
    assert.equal(blockCheck(block.subarray(1)), 0);
  });

  it('cannot be broken by the text of a message', () => {
    const evil = callBlock({ ...page, text: 'A\x03B\x04C\x1eD\x1fE\x01F\r\nG\u0085H\u2028I' });
    assert.equal([...evil].filter((byte) => byte === 3).length, 1 + (evil.at(-1) === 3 ? 1 : 0));
    assert.match(evil.toString('latin1'), /A B C D E F G H I/);
  });
});

describe('the reader of ESPA 4.4.4', () => {
  const read = (...chunks: string[]) => {
    const reader = new Espa444Reader();
    return chunks.flatMap((chunk) => reader.read(Buffer.from(chunk, 'latin1')));
  };
  const block = callBlock(page).toString('latin1');

  it('reads answers in joined and split chunks, with error codes and noise between them', () => {
    assert.deepEqual(read('\x06\x15\x04'), ['ack', 'nak', 'eot']);
    assert.deepEqual(read('1', '\x15', 'xyz\xff\x00', '\x06'), ['nak', 'ack']);
    assert.deepEqual(read(...block), ['block']);
    assert.deepEqual(read(`${block}\x06${block}`), ['block', 'ack', 'block']);
  });

  it('tells a poll from a selection', () => {
    assert.deepEqual(read('\x041\x05'), ['eot', 'polled']);
    assert.deepEqual(read('\x042\x051\x05'), ['eot', 'selected']);
    assert.deepEqual(read('\x042\x05\x041\x05'), ['eot', 'eot', 'polled']);
    assert.deepEqual(read('\x043\x05'), ['eot'], 'another station');
  });

  it('finds a wrong block check and a block without end', () => {
    const wrong = `${block.slice(0, -1)}${String.fromCharCode(block.charCodeAt(block.length - 1) ^ 1)}`;
    assert.deepEqual(read(wrong), ['broken block']);
    assert.deepEqual(read(block.replace('4711', '4712')), ['broken block']);
    assert.deepEqual(read(`\x01${'x'.repeat(1_024)}`, '\x06'), ['broken block', 'ack']);
  });
});

describe('the text of a page', () => {
  it('is written with the characters of every pager', () => {
    assert.equal(transliterated('Äpfel, Öl, Übung, Straße'), 'Aepfel, Oel, Uebung, Strasse');
    assert.equal(transliterated('Zoë Łukasz Ørsted Ångström Dvořák'), 'Zoe Lukasz Oersted Aangstroem Dvorak');
    assert.equal(transliterated('„a“ – b … {c} 🚨'), '"a" - b ... (c) ?');
    assert.equal(transliterated('a\u0308 combines'), 'ae combines');
    assert.match(transliterated('Анна ☎ \u202e\u0000'), /^[\x20-\x7e]*$/);
  });

  it('has at most 128 characters, also after it has grown', () => {
    assert.equal(transliterated('ä'.repeat(100)).length, MAX_PAGE_LENGTH);
    assert.equal([...displayed('😀'.repeat(200))].length, MAX_PAGE_LENGTH);
    assert.equal(displayed('Jörg Groß'), 'Jörg Groß', 'ESPA-X carries UTF-8');
  });

  const fall: FallContent = {
    patientName: 'Edith Brandt',
    patientRoom: '12',
    level: 'HIGH',
    source: 'STREAM',
    minutesAgo: null,
  };
  const written = (content: FallContent, language: 'en' | 'de', isReminder = false) =>
    briefText({ about: 'fall', isReminder, ...content }, { language, timeZone: 'UTC' });

  it('begins with the person and the room, in the language of the reader', () => {
    assert.equal(written(fall, 'en'), 'Edith Brandt, room 12: fall');
    assert.equal(
      written({ ...fall, level: 'CONFIRMED' }, 'de', true),
      'Edith Brandt, Zimmer 12: NOTFALL, Sturz, NOCH OFFEN',
    );
    assert.equal(
      written({ ...fall, patientRoom: null, source: 'HELP_BUTTON' }, 'de'),
      'Edith Brandt: NOTFALL, ruft um Hilfe',
    );
    assert.equal(
      written({ ...fall, source: 'CHECK_IN', level: 'POTENTIAL' }, 'en'),
      'Edith Brandt, room 12: not checked in',
    );
    assert.equal(written({ ...fall, minutesAgo: 12 }, 'en'), 'Edith Brandt, room 12: fall, 12 min ago');
  });

  it('keeps the reason when name and room are long', () => {
    const long = {
      ...fall,
      patientName: 'Ä'.repeat(100),
      patientRoom: 'Ö'.repeat(60),
      level: 'CONFIRMED' as const,
    };
    const text = displayed(written({ ...long, minutesAgo: 240 }, 'de', true));
    assert.match(text, /NOTFALL, Sturz, vor 240 min, NOCH OFFEN$/);
  });

  it('has the priority of the level', () => {
    assert.deepEqual((['CONFIRMED', 'HIGH', 'POTENTIAL', null] as const).map(priorityOf), [1, 2, 3, 3]);
  });
});

describe('a frame of ESPA-X', () => {
  const xml = '<ESPA-X version="1.00"><IND.X/></ESPA-X>';

  it('has EX, the length with the header, and four bytes of flags', () => {
    const bytes = frame('<ä/>');
    assert.equal(bytes.toString('hex', 0, 10), '45580000000f00000000');
    assert.equal(bytes.toString('utf8', 10), '<ä/>');
  });

  it('is read from split and joined chunks', () => {
    const reader = new FrameReader();
    const bytes = Buffer.concat([frame(xml), frame('<ä/>'), frame(xml)]);
    const whole = [...bytes].flatMap((byte) => reader.read(Buffer.of(byte)));
    assert.deepEqual(whole, [xml, '<ä/>', xml]);
    assert.deepEqual(new FrameReader().read(bytes), [xml, '<ä/>', xml]);
  });

  it('is refused with a wrong start or an impossible length', () => {
    const withLength = (length: number) => {
      const bytes = frame(xml);
      bytes.writeUInt32BE(length, 2);
      return bytes;
    };
    for (const bytes of [
      Buffer.from('HTTP/1.1 400'),
      Buffer.from('EY'),
      withLength(9),
      withLength(0xffff_ffff),
      withLength(MAX_FRAME_BYTES + 1),
    ])
      assert.throws(() => new FrameReader().read(bytes), LinkBroken);
  });
});

describe('a message of ESPA-X', () => {
  const inEnvelope = (content: string) => `<?xml version="1.0"?><ESPA-X version="1.00">${content}</ESPA-X>`;

  it('is written with escaped texts', () => {
    const xml = requestXml({
      name: 'REQ.P-START',
      invokeId: 7,
      sessionId: 's"1',
      fields: startFields({ ...page, text: 'A & B <c> "d"\u0007' }),
      at: Date.parse('2026-03-01T10:00:00.123Z'),
    });
    assert.match(xml, /timestamp="2026-03-01T10:00:00"/);
    assert.match(xml, /<REQ\.P-START invokeID="7" sessionID="s&quot;1">/);
    assert.match(xml, /<CP-TEXTMSG>A &amp; B &lt;c&gt; &quot;d&quot;<\/CP-TEXTMSG>/);
    assert.match(xml, /<CP-PHONENO>4711<\/CP-PHONENO>.*<CP-PRIO>High<\/CP-PRIO>/);
    assert.equal(readMessage(xml).fields.get('CP-TEXTMSG'), 'A & B <c> "d"');
  });

  it('is read with prefixes, comments, CDATA and unknown elements', () => {
    const message = readMessage(
      '<e:ESPA-X xmlns:e="x"><!-- c --><e:RSP.LOGIN invokeID="1" sessionID="s"><e:RSP-CODE> 200 </e:RSP-CODE>' +
        '<PROPRIETARY><A><B><![CDATA[x<y]]></B></A></PROPRIETARY></e:RSP.LOGIN></e:ESPA-X>',
    );
    assert.deepEqual(
      [message.name, message.invokeId, message.sessionId, codeOf(message)],
      ['RSP.LOGIN', '1', 's', 200],
    );
    assert.equal(message.fields.get('B'), 'x<y');
    assert.equal(codeOf(readMessage(inEnvelope('<RSP.X><RSP-CODE>abc</RSP-CODE></RSP.X>'))), 0);
  });

  it('is refused if it is not well-formed, nested too deeply, another document, or has a document type', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';
    for (const xml of [
      '',
      'hello',
      '<ESPA-X>',
      inEnvelope(''),
      inEnvelope('<A>&b;</A>'),
      `${bomb}<ESPA-X><A>&b;</A></ESPA-X>`,
      '<html><body/></html>',
      inEnvelope('<a>'.repeat(1_000) + '</a>'.repeat(1_000)),
    ])
      assert.throws(() => readMessage(xml), LinkBroken, xml);
  });

  it('acknowledges or fails by the words of its result only', () => {
    const what = (result: string, field = 'SS-RESULT') =>
      eventOf(
        readMessage(
          inEnvelope(`<IND.P-EVENT><CP-PR-REF>r</CP-PR-REF><${field}>${result}</${field}></IND.P-EVENT>`),
        ),
        () => undefined,
      )?.what;
    for (const word of ['Accepted', 'ACKNOWLEDGED', 'confirmed'])
      assert.equal(what(word), 'acknowledged', word);
    assert.equal(what('Positive confirmed', 'SP-RESULT'), 'acknowledged');
    for (const word of ['Busy', 'No answer', 'Not reached', 'Rejected', 'Off duty'])
      assert.equal(what(word), 'failed', word);
    for (const word of ['None', 'Queued', 'Reached', 'Conversation', 'Not accepted', 'Unacknowledged', ''])
      assert.equal(what(word), undefined, word);
  });

  it('names the device that answered, and the process by reference or number', () => {
    const event = (fields: string) =>
      eventOf(
        readMessage(inEnvelope(`<IND.P-EVENT>${fields}<SS-RESULT>Accepted</SS-RESULT></IND.P-EVENT>`)),
        (tan) => (tan === '12' ? 'known' : undefined),
      );
    assert.deepEqual(event('<CP-PR-REF>r</CP-PR-REF><SS-NETW-NO>+49 (89) 47-11</SS-NETW-NO>'), {
      what: 'acknowledged',
      ref: 'r',
      number: '49894711',
      reason: null,
    });
    assert.equal(event('<CP-PR-REF>r</CP-PR-REF>')?.number, null);
    assert.equal(event('<SP-PR-TAN>12</SP-PR-TAN>')?.ref, 'known');
    assert.equal(event('<SP-PR-TAN>13</SP-PR-TAN>'), undefined);
  });

  it('has a reference of 32 characters that leads back to the message', () => {
    const id = '0b6f2c9e-7a3d-4a51-9c1e-5d2f8e7a1b90';
    assert.equal(refOf(id).length, 32);
    assert.equal(messageIdOf(refOf(id)), id);
    assert.equal(messageIdOf(refOf(id).toUpperCase()), id);
    for (const ref of ['', 'x', `${refOf(id)}0`, "0'; DROP TABLE outbox; --"])
      assert.equal(messageIdOf(ref), undefined);
  });
});
