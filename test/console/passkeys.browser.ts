import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('passkeys in the console', () => {
  let consoles: Consoles;
  let ann: Person;
  before(async () => {
    consoles = await openConsoles();
    ann = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
  });
  after(() => consoles.close());

  /** Passkeys belong to a host name, so the browser opens localhost instead of 127.0.0.1. */
  const visitByName = () => consoles.visit({ origin: consoles.origin.replace('127.0.0.1', 'localhost') });

  async function withAuthenticator({ page, context }: Visit) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return {
      setVerified: (isUserVerified: boolean) =>
        devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    };
  }

  it('are added in the settings and used at the login', async () => {
    const visit = await visitByName();
    const { page } = visit;
    const authenticator = await withAuthenticator(visit);
    await visit.logIn(ann, '/settings/security');
    await page.getByRole('button', { name: 'Manage passkeys' }).click();
    const dialog = page.getByRole('dialog', { name: 'Passkeys' });
    await dialog.getByText('You have no passkeys yet.').waitFor();
    await dialog.getByLabel('Name of the passkey').fill('Work phone');
    await dialog.getByRole('button', { name: 'Add passkey' }).click();
    await dialog.getByText('The passkey is added.').waitFor();
    await dialog.getByText('Work phone').waitFor();
    await visit.checkAccessibility();
    await visit.picture('passkeys');
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await visit.picture('login-passkey');
    await visit.checkAccessibility();
    await authenticator.setVerified(false);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText("That didn't work").waitFor();
    await authenticator.setVerified(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();

    await visit.open('/settings/security');
    await page.getByRole('button', { name: 'Manage passkeys' }).click();
    await dialog.getByText(/last used/).waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('The passkey is removed.').waitFor();
    const { body } = await consoles.app.call('GET', '/profile/passkeys', { token: ann.token });
    assert.deepEqual(body.data, []);
    await visit.close();
  });
});
