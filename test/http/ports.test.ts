import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { startTestApp } from '../helpers/app.ts';
import { live } from '../helpers/live.ts';
import { signUp } from '../helpers/people.ts';

describe('the HTTP port', () => {
  it('is free at once after a stop that closed open sockets', async () => {
    const PORT = await freePort();
    const first = await startTestApp({ PORT });
    const socket = await live(first, await signUp(first));
    await first.close();
    assert.equal((await socket.closed).code, 1001);
    const second = await startTestApp({ PORT });
    assert.equal((await second.call('GET', '/health')).status, 200);
    await second.close();
  });

  it('is refused while another instance listens on it', async () => {
    const first = await startTestApp();
    const port = String(first.app.ports.http);
    await assert.rejects(startTestApp({ PORT: port }), new RegExp(`port ${port} is in use .*: set PORT`));
    assert.equal((await first.call('GET', '/health')).status, 200);
    await first.close();
  });
});
