import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';

/** Characters that must not appear in a line of a mail, push or log. */
const BREAKERS: Readonly<Record<string, string>> = {
  'a line feed': '\n',
  'a carriage return': '\r',
  'a tab': '\t',
  'an escape': '\u001b',
  'a delete': '\u007f',
  'a C1 control': '\u0085',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'a right-to-left override': '\u202e',
  'a left-to-right embedding': '\u202a',
  'an isolate': '\u2066',
  'the end of an isolate': '\u2069',
  'a left-to-right mark': '\u200e',
  'a right-to-left mark': '\u200f',
  'an Arabic letter mark': '\u061c',
};

describe('typed text', () => {
  let app: TestApp;
  let admin: Person;
  let nurse: Person;
  let ada: Person;
  before(async () => {
    app = await startTestApp();
    admin = await logInAsAdmin(app);
    nurse = await signUp(app, 'CAREGIVER');
    ada = await signUp(app);
    await assign(app, nurse, ada);
  });
  after(() => app.close());

  const newcomer = () => ({ email: `${randomUUID()}@example.org`, firstName: 'New', lastName: 'Comer' });
  /** Every single-line field that a user may fill, as the call that sends it. */
  const LINES: Readonly<Record<string, (text: string) => Promise<Response>>> = {
    'firstName of a signup': (firstName) =>
      app.call('POST', '/auth/signup', { body: { ...newcomer(), password: 'Secret!123', firstName } }),
    'lastName of a profile': (lastName) => app.call('PUT', '/profile/me', { ...ada, body: { lastName } }),
    'phone of a profile': (phone) => app.call('PUT', '/profile/me', { ...ada, body: { phone } }),
    'room of a new patient': (room) =>
      app.call('POST', '/patients', { ...nurse, body: { ...newcomer(), room } }),
    'externalId of a patient': (externalId) =>
      app.call('PUT', `/patients/${ada.id}`, { ...nurse, body: { externalId } }),
    'emergencyContact of a patient': (emergencyContact) =>
      app.call('PUT', `/patients/${ada.id}`, { ...nurse, body: { emergencyContact } }),
    'specialization of a caregiver': (specialization) =>
      app.call('PUT', `/caregivers/${nurse.id}`, { ...nurse, body: { specialization } }),
    'organization of a new caregiver': (organization) =>
      app.call('POST', '/caregivers', { ...admin, body: { ...newcomer(), organization } }),
    'name of a wearable': (name) =>
      app.call('POST', `/patients/${ada.id}/devices`, { ...ada, body: { macAddress: randomMac(), name } }),
    'relationship of an assignment': (relationship) =>
      app.call('POST', `/caregivers/${nurse.id}/patients`, {
        ...admin,
        body: { patientId: ada.id, relationship },
      }),
    'firstName of an account': (firstName) =>
      app.call('PUT', `/admin/users/${ada.id}`, { ...admin, body: { firstName } }),
  };

  for (const [field, send] of Object.entries(LINES)) {
    it(`refuses control and direction characters in ${field}`, async () => {
      for (const [what, character] of Object.entries(BREAKERS)) {
        const answer = await send(`Anna${character}Bcc`);
        assert.equal(answer.status, 400, what);
        assert.deepEqual(Object.keys(answer.body.details), [field.split(' ')[0]], what);
      }
      assert.equal((await send('\u200b\u2060')).status, 400, 'no visible character');
    });
  }

  it('accepts every letter, joiners and emoji in a name', async () => {
    for (const lastName of ["O'Brien-Łukasz", '渡辺', 'محمد', 'नर\u094d\u200dमदा', '👩\u200d⚕️', 'Anna\n']) {
      const answer = await app.call('PUT', '/profile/me', { ...ada, body: { lastName } });
      assert.equal(answer.status, 200, lastName);
      assert.equal(answer.body.data.lastName, lastName.trim());
    }
  });

  it('keeps line breaks and tabs in multi-line text, and refuses other control characters', async () => {
    const write = (content: string) =>
      app.call('POST', '/messages', { ...ada, body: { recipientId: nurse.id, content } });
    assert.equal((await write('One\n\n\tTwo')).body.data.content, 'One\n\n\tTwo');
    assert.equal((await write('One\r\nTwo')).body.data.content, 'One\nTwo');
    for (const [what, character] of Object.entries(BREAKERS)) {
      if (character === '\n' || character === '\t') continue;
      assert.equal((await write(`One${character}Two`)).status, 400, what);
      const injuries = `Left${character}wrist`;
      const report = await app.call('POST', '/falls', { ...ada, body: { confidence: 0.1, injuries } });
      assert.equal(report.status, 400, what);
    }
    assert.equal((await write('\n\u200b\n')).status, 400, 'no visible character');
  });

  it('accepts any character but NUL in a password', async () => {
    const password = 'Secret!123\t\u202e\r\n';
    const body = { ...newcomer(), password };
    assert.equal((await app.call('POST', '/auth/signup', { body })).status, 201);
    assert.equal((await app.call('POST', '/auth/login', { body })).status, 200);
  });
});
