import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messageOf } from '../../src/platform/errors.ts';
import { explainLoadFailure } from '../../src/platform/http/native-server.ts';

describe('the error message of the native server', () => {
  const ADVICE =
    'This version of uWS.js supports only Node.js versions 16, 18, 20, 21, 22, 24 and 25 on …\n\n';

  it('explains an outdated C library in one line with advice', () => {
    const error = new Error(
      `${ADVICE}Error: /lib/x86_64-linux-gnu/libc.so.6: version \`GLIBC_2.38' not found (required by /app/uws_linux_x64_127.node)`,
    );
    const line = explainLoadFailure(error, { node: '22.11.0', platform: 'linux-x64', glibc: '2.36' });
    assert.match(
      line,
      /Node 22\.11\.0 needs glibc 2\.38, and this system has 2\.36: use Node 22 or 24 .*Node 20/,
    );
    assert.ok(!line.includes('\n'));
  });

  it('explains a missing binary for this Node in one line with advice', () => {
    const error = new Error(
      `${ADVICE}Error: Cannot find module './uws_linux_arm64_131.node'\nRequire stack:\n- /app/uws.js`,
    );
    const line = explainLoadFailure(error, { node: '23.1.0', platform: 'linux-arm64', glibc: '2.41' });
    assert.match(line, /no binary for Node 23\.1\.0 on linux-arm64: use Node 22 or 24/);
    assert.ok(!line.includes('\n'));
  });

  it('states any other cause in one line too', () => {
    const error = new Error(`${ADVICE}Error: libssl.so: wrong ELF class`);
    const line = explainLoadFailure(error, { node: '20.1.0', platform: 'linux-x64', glibc: undefined });
    assert.match(line, /wrong ELF class/);
    assert.ok(!line.includes('\n'));
  });
});

describe('messageOf(error)', () => {
  it('is the message of the first attempt when all attempts failed', () => {
    const attempts = [new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')];
    assert.equal(messageOf(new AggregateError(attempts)), 'connect ECONNREFUSED ::1:1');
    assert.equal(messageOf(new AggregateError(attempts, 'both')), 'both');
  });

  it("is the error's own message otherwise, or the thrown text", () => {
    assert.equal(messageOf(new Error('away')), 'away');
    assert.equal(messageOf(new AggregateError([])), '');
    assert.equal(messageOf('away'), 'away');
  });
});
