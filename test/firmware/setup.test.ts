import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createRandom } from '../../firmware-sim/random.ts';
import { compile, linesOf, skipWithoutCompiler } from './compiler.ts';
import { blocksOf, readPage } from './page.ts';

/** Reads one QR code a line; prints what the firmware takes from it, or the problem. */
const HARNESS = `
#include <stdio.h>
#include <string.h>
#include "setup.h"
int main(void) {
  char line[4096];
  while (fgets(line, sizeof line, stdin) != NULL) {
    struct vigil_setup setup;
    struct vigil_wifi wifi;
    line[strcspn(line, "\\n")] = '\\0';
    bool is_wifi = strncmp(line, "WIFI", 4) == 0;
    const char *problem = is_wifi ? vigil_read_wifi(line, strlen(line), &wifi) : vigil_read_setup(line, strlen(line), &setup);
    if (problem != NULL) printf("problem: %s\\n", problem);
    else if (is_wifi) printf("%s|%s\\n", wifi.ssid, wifi.password);
    else printf("%d|%s|%u|%s|%s\\n", setup.uses_tls, setup.host, setup.port, setup.mac, setup.token);
  }
}`;

const MAC = 'AA:BB:CC:DD:EE:FF';
const TOKEN = 'x'.repeat(43);
const code = (fields: object): string =>
  JSON.stringify({ broker: 'mqtt://pi:1883', mac: MAC, token: TOKEN, ...fields });

describe('the QR codes of the reference firmware', { skip: skipWithoutCompiler }, () => {
  let folder: string;
  let program: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-setup-'));
    program = compile(HARNESS, folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const read = (...codes: string[]): string[] => linesOf(program, `${codes.join('\n')}\n`);

  it('carry broker, MAC address and token, as docs/firmware.md shows them', async () => {
    const [shown] = blocksOf(await readPage('firmware.md'), 'json').filter((block) =>
      block.includes('"broker"'),
    );
    assert.ok(shown);
    assert.deepEqual(
      read(
        shown.replace('…', TOKEN).trim(),
        code({}),
        code({ broker: 'mqtts://10.0.0.7' }),
        code({ broker: 'mqtt://[fe80::1]:1884/' }),
        code({ token: 'a"b\\c/d', later: 'new', unknown: null }),
      ),
      [
        `1|vigil.example.org|8883|${MAC}|${TOKEN}`,
        `0|pi|1883|${MAC}|${TOKEN}`,
        `1|10.0.0.7|8883|${MAC}|${TOKEN}`,
        `0|fe80::1|1884|${MAC}|${TOKEN}`,
        `0|pi|1883|${MAC}|a"b\\c/d`,
      ],
    );
  });

  it('say what is wrong with a code', () => {
    assert.deepEqual(
      read(
        'https://example.org',
        code({ broker: null }),
        code({ broker: 'http://pi' }),
        code({ broker: 'mqtt://pi:0' }),
        code({ broker: 'mqtt://pi:65536' }),
        code({ mac: 'AA-BB-CC-DD-EE-FF' }),
        code({ token: '' }),
        code({ token: 'x'.repeat(129) }),
        code({ broker: `mqtt://${'h'.repeat(128)}` }),
        `${code({})}}`,
        code({}).slice(0, -1),
        code({ padding: 'x'.repeat(1500) }),
      ).map((line) => line.replace('problem: ', '')),
      [
        'this is not the QR code of a wearable',
        'the service takes no MQTT connections',
        'the broker is no mqtt:// or mqtts:// address',
        'the broker is no mqtt:// or mqtts:// address',
        'the broker is no mqtt:// or mqtts:// address',
        'the MAC address is missing or damaged',
        'the token is missing',
        'a value is damaged or too long',
        'the broker is no mqtt:// or mqtts:// address',
        'there is text after the QR code',
        'the text is damaged',
        'the text is too long',
      ],
    );
  });

  it('of a Wi-Fi have its name and password', () => {
    assert.deepEqual(
      read(
        'WIFI:T:WPA;S:Home\\;2;P:pa\\\\ss\\:word;;',
        'WIFI:S:Open;;',
        'WIFI:T:WPA;P:x;;',
        `WIFI:S:${'s'.repeat(33)};;`,
        'WIFI:S',
      ),
      [
        'Home;2|pa\\ss:word',
        'Open|',
        'problem: the name of the Wi-Fi is missing',
        'problem: a value is damaged or too long',
        'problem: the name of the Wi-Fi is missing',
      ],
    );
  });

  it('harm no memory when they are damaged anywhere', () => {
    const random = createRandom('setup');
    const damaged = [code({}), 'WIFI:T:WPA;S:Home;P:secret;;'].flatMap((whole) =>
      Array.from({ length: 2_000 }, () => {
        const at = random.whole(0, whole.length - 1);
        const bits = ['', '"', '\\', ':', ';', '{', '\u0001', 'é', 'x'.repeat(random.whole(1, 300))];
        return whole.slice(0, at) + random.pick(bits) + whole.slice(at + random.whole(0, 3));
      }),
    );
    // The address sanitizer ends the program at the first access out of bounds.
    assert.equal(read(...damaged).length, damaged.length);
  });
});
