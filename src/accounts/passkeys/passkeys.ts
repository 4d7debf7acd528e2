import { randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Static } from 'typebox';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database } from '../../platform/database/database.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  passwordLoginOff,
  Unauthenticated,
} from '../../platform/errors.ts';
import type { AuditEntry } from '../../platform/http/audit.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { SESSION_REVOKED, USER_CHANGED } from '../cluster-events.ts';
import type { LoginHooks } from '../login/login-hooks.ts';
import type { LoginClient, LoginLimits } from '../login/login-limits.ts';
import type { PasswordPolicy } from '../login/password-policy.ts';
import type { Opener } from '../login/session-store.ts';
import type { Sessions } from '../login/sessions.ts';
import { confirmLogin, findLogin, lockUser } from '../store/users.ts';
import type { User } from '../user.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';
import type { NewPasskey, PasskeyLogin } from './schema.ts';
import * as store from './store.ts';

type Registration = Static<typeof NewPasskey>['response'];
type Assertion = Static<typeof PasskeyLogin>['response'];

interface PasskeyDeps {
  readonly db: Database;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly logins: Pick<LoginLimits, 'countRequest' | 'countUnproven' | 'verify'>;
  readonly cluster: Cluster;
  readonly passwordPolicy: PasswordPolicy;
  readonly loginHooks: Pick<LoginHooks, 'onBreakGlass'>;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;
const CHALLENGE_BYTES = 32;
export const MOST_PASSKEYS = 10;
/** Ed25519, ECDSA with P-256, RSA with SHA-256 (COSE): every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded with the first passkey: with its certificate parsers it takes 30 MB and a tenth of the service's start. */
const webauthn = () => import('@simplewebauthn/server');

/** docs/home.md, "Passkeys". */
export class Passkeys {
  readonly #deps: PasskeyDeps;

  constructor(deps: PasskeyDeps) {
    this.#deps = deps;
  }

  /** The options with which a browser makes a passkey for the user. */
  async offer(user: User): Promise<PublicKeyCredentialCreationOptionsJSON> {
    if (!this.#deps.passwordPolicy.mayLogIn(user)) throw passwordLoginOff();
    const { id: rpID } = this.#relyingParty();
    const known = await store.passkeysOf(this.#deps.db, user.id);
    requireFewerThanMost(known.length);
    const { generateRegistrationOptions } = await webauthn();
    return generateRegistrationOptions({
      rpName: 'Vigil',
      rpID,
      userID: idBytes(user.id),
      userName: user.email,
      userDisplayName: `${user.firstName} ${user.lastName}`,
      challenge: await this.#newChallenge(user.id),
      timeout: CHALLENGE_LIFETIME_MS,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
  }

  async add(userId: string, response: Registration, name: string): Promise<store.Passkey> {
    const { db, now } = this.#deps;
    const credential = await this.#verifyRegistration(userId, response);
    if (credential === undefined)
      throw new InvalidInput(
        { response: 'is not a valid answer to the last options' },
        'The passkey could not be checked. Start again.',
        'PASSKEY_INVALID',
      );
    return db
      .transaction(async (q) => {
        // Of two concurrent additions the second counts the first.
        if (!(await lockUser(q, userId))) throw new NotFound('User');
        requireFewerThanMost((await store.passkeysOf(q, userId)).length);
        return store.insertPasskey(q, {
          userId,
          name,
          credentialId: Buffer.from(credential.id, 'base64url'),
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: response.response.transports ?? [],
          now: new Date(now()),
        });
      })
      .catch((error: unknown) => {
        throw isDuplicate(error)
          ? new Conflict('This passkey is registered already', { code: 'PASSKEY_TAKEN' })
          : error;
      });
  }

  /** Ends the sessions that it has opened too, except the caller's own: a lost phone must not stay logged in. */
  async remove(passkeyId: string, { userId, sessionId }: Principal): Promise<void> {
    const { db, cluster, now } = this.#deps;
    const ended = await db.transaction(async (q) => {
      const sessions = await store.revokeSessionsOpenedBy(q, passkeyId, new Date(now()), sessionId);
      if (!(await store.deletePasskey(q, passkeyId))) throw new NotFound('Passkey');
      return sessions;
    });
    for (const session of ended) await cluster.broadcast(SESSION_REVOKED, { userId, sessionId: session });
    // The caller's own session may have lost its second factor.
    await cluster.broadcast(USER_CHANGED, { userId });
  }

  /** The same for every account, known or not: the authenticator itself knows whose passkeys it has. */
  async offerLogin() {
    const { id: rpID } = this.#relyingParty();
    const { generateAuthenticationOptions } = await webauthn();
    return generateAuthenticationOptions({
      rpID,
      challenge: await this.#newChallenge(null),
      timeout: CHALLENGE_LIFETIME_MS,
      userVerification: 'required',
    });
  }

  /** Throws 401 unless the answer proves that the client has the passkey, 429 beyond a login limit. */
  async openSession(
    response: Assertion,
    opener: Opener & LoginClient,
    record: (line: AuditEntry) => void,
  ): Promise<{ readonly user: User; readonly token: string }> {
    const { db, sessions, logins, now } = this.#deps;
    const refuse = (message: string, userId?: string): Unauthenticated => {
      record({ action: 'login.failed', outcome: 'failed', message, actorId: userId, subjectId: userId });
      return new Unauthenticated('The passkey is not known, or could not be checked', {
        code: 'PASSKEY_REFUSED',
      });
    };
    const passkey = await store.findPasskeyByCredential(db, Buffer.from(response.id, 'base64url'));
    const user = passkey && (await findLogin(db, passkey.userId));
    if (passkey === undefined || user === undefined) {
      await logins.countRequest(opener, undefined);
      await logins.countUnproven(opener, undefined);
      throw refuse('Unknown passkey');
    }
    await logins.countRequest(opener, user.email);
    let counter: number | undefined;
    const isRight = await logins.verify({ ...opener, email: user.email }, async () => {
      counter = await this.#verifyAssertion(passkey, response);
      return counter !== undefined;
    });
    if (!isRight || counter === undefined) throw refuse('The passkey could not be checked', user.id);
    if (user.status !== 'active') {
      const message = 'The account is deactivated';
      record({ action: 'login.failed', outcome: 'refused', message, actorId: user.id, subjectId: user.id });
      throw new Forbidden('This account is deactivated', { code: 'ACCOUNT_DEACTIVATED' });
    }
    if (!this.#deps.passwordPolicy.mayLogIn(user)) {
      const message = 'Passwords are switched off';
      record({ action: 'login.failed', outcome: 'refused', message, actorId: user.id, subjectId: user.id });
      throw passwordLoginOff();
    }
    const signatures = counter;
    const token = await db.transaction(async (q) => {
      const at = new Date(now());
      if (!(await confirmLogin(q, user, at)))
        throw refuse('The account changed while its passkey was checked', user.id);
      if (!(await store.usePasskey(q, passkey.id, signatures, at)))
        throw refuse('The counter of the passkey has not risen: there may be a copy of it', user.id);
      return sessions.open(q, user, opener, { passkeyId: passkey.id });
    });
    if (this.#deps.passwordPolicy.isBreakGlass(user)) this.#deps.loginHooks.onBreakGlass(user);
    record({ action: 'login', message: 'Logged in with a passkey', actorId: user.id, subjectId: user.id });
    return { user, token };
  }

  #relyingParty(): RelyingParty {
    const party = relyingPartyOf(this.#deps.publicUrl());
    if (party === undefined)
      throw new Conflict('Passkeys need a PUBLIC_URL with HTTPS and a host name', { code: 'NOT_CONFIGURED' });
    return party;
  }

  async #newChallenge(userId: string | null): Promise<Uint8Array<ArrayBuffer>> {
    const { db, now } = this.#deps;
    const challenge = randomBytes(CHALLENGE_BYTES);
    const until = new Date(now() + CHALLENGE_LIFETIME_MS);
    await store.saveChallenge(db, { challenge, userId, now: new Date(now()), until });
    return new Uint8Array(challenge);
  }

  /** The challenge that the client has answered, if it was valid; it is used up in any case. */
  async #takeChallenge(clientDataJSON: string, userId: string | null): Promise<string | undefined> {
    const challenge = challengeIn(clientDataJSON);
    if (challenge === undefined) return undefined;
    const bytes = Buffer.from(challenge, 'base64url');
    const isValid = await store.takeChallenge(this.#deps.db, bytes, userId, new Date(this.#deps.now()));
    return isValid ? challenge : undefined;
  }

  async #verifyRegistration(userId: string, response: Registration) {
    const { id: expectedRPID, origin: expectedOrigin } = this.#relyingParty();
    const expectedChallenge = await this.#takeChallenge(response.response.clientDataJSON, userId);
    if (expectedChallenge === undefined || (await hasCertificates(response))) return undefined;
    const { verifyRegistrationResponse } = await webauthn();
    const verified = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => undefined);
    return verified?.registrationInfo?.credential;
  }

  /** The number of signatures that the authenticator has made; undefined if the answer proves nothing. */
  async #verifyAssertion(
    passkey: { readonly userId: string; readonly publicKey: Buffer },
    response: Assertion,
  ): Promise<number | undefined> {
    const { id: expectedRPID, origin: expectedOrigin } = this.#relyingParty();
    const { clientDataJSON, userHandle } = response.response;
    const expectedChallenge = await this.#takeChallenge(clientDataJSON, null);
    if (expectedChallenge === undefined) return undefined;
    if (userHandle && !Buffer.from(userHandle, 'base64url').equals(idBytes(passkey.userId))) return undefined;
    const { verifyAuthenticationResponse } = await webauthn();
    const verified = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // The counter is compared when it is stored, so that two logins at once cannot both pass.
      credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }).catch(() => undefined);
    return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
  }
}

/**
 * The library asks the servers that a certificate names whether it is revoked. No browser sends certificates, because
 * the options ask for no attestation; another client must not make the service send requests.
 */
async function hasCertificates({ response }: Registration): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    );
    return (
      !['none', 'packed'].includes(attestation.get('fmt')) ||
      attestation.get('attStmt').get('x5c') !== undefined
    );
  } catch {
    return true;
  }
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const { challenge } = parsed as { readonly challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const idBytes = (id: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'));

function requireFewerThanMost(count: number): void {
  if (count >= MOST_PASSKEYS)
    throw new Conflict(`An account has at most ${MOST_PASSKEYS} passkeys`, { code: 'PASSKEY_LIMIT' });
}
