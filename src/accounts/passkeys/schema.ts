import Type from 'typebox';
import * as t from '../../platform/schema/primitives.ts';

const MAX_NAME_LENGTH = 80;
/** More than an authenticator sends: an attestation without certificates has some hundred bytes. */
const MAX_BYTES = 16 * 1024;

/** A field of a WebAuthn message. */
const base64url = (description: string, example: string, max = MAX_BYTES) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: '^[A-Za-z0-9_-]+={0,2}$',
    description: `${description}, in base64url`,
    examples: [example],
    'x-message': 'must be base64url, as the browser gives it',
  });

const credentialId = () => base64url('ID of the credential', 'q1WmB0y8rS3nC5vK2xT7hA', 1400);
const type = () => Type.Literal('public-key', { description: 'Type of the credential' });
const clientDataJSON = () =>
  base64url('What the browser signed for: challenge, origin and type', 'eyJ0eXBlIjoi');
const transports = () =>
  Type.Array(Type.String({ maxLength: 32, pattern: '^[a-z-]+$' }), {
    maxItems: 16,
    description: 'How the browser reaches the authenticator',
    examples: [['internal', 'hybrid']],
  });

const RegistrationResponse = t.record(
  'PasskeyRegistration',
  'Answer of navigator.credentials.create, as JSON',
  {
    id: credentialId(),
    rawId: credentialId(),
    type: type(),
    response: Type.Object(
      {
        clientDataJSON: clientDataJSON(),
        attestationObject: base64url('The new public key', 'o2NmbXRkbm9uZQ'),
        transports: Type.Optional(transports()),
      },
      { description: 'Response of the authenticator' },
    ),
  },
);

const AuthenticationResponse = t.record('PasskeyAssertion', 'Answer of navigator.credentials.get, as JSON', {
  id: credentialId(),
  rawId: credentialId(),
  type: type(),
  response: Type.Object(
    {
      clientDataJSON: clientDataJSON(),
      authenticatorData: base64url('Data of the authenticator', 'SZYN5YgOjGh0NBcPZHZgW4'),
      signature: base64url('Signature', 'MEUCIQDx'),
      userHandle: Type.Optional(
        t.nullable(base64url('The account that the authenticator knows', 'PwyaUm0eS3qcNQ6PfSG2pA', 128)),
      ),
    },
    { description: 'Response of the authenticator' },
  ),
});

export const NewPasskey = t.record('NewPasskey', 'Passkey to add', {
  response: RegistrationResponse,
  name: t.line(MAX_NAME_LENGTH, 'Name of the passkey', 'Work phone'),
});

export const PasskeyLogin = t.record('PasskeyLogin', 'Login with a passkey', {
  response: AuthenticationResponse,
});

export const PasskeyLoginRequest = t.record('PasskeyLoginRequest', 'Request for a login with a passkey', {
  email: t.optional(t.emailToFind()),
});

export const Passkey = t.record('Passkey', 'Passkey of an account', {
  id: t.id('ID of the passkey'),
  name: t.string('Name of the passkey', 'Work phone'),
  createdAt: t.timestamp('Time it was added'),
  lastUsedAt: t.nullable(t.timestamp('Time of the last login with it; null if never')),
});

const challenge = () =>
  t.string('Challenge, valid once and for 5 minutes', 'q1WmB0y8rS3nC5vK2xT7hJ4pL9dF6gZa');
const timeout = () => t.integer(0, 600_000, 'ms', 'Time for the answer', 300_000);
const required = () =>
  Type.Literal('required', { description: 'User verification: fingerprint, face or PIN' });

export const PasskeyCreationOptions = t.record(
  'PasskeyCreationOptions',
  'Options for navigator.credentials.create, as JSON',
  {
    challenge: challenge(),
    rp: Type.Object(
      {
        id: t.string('Host name of PUBLIC_URL', 'vigil.example.org'),
        name: t.string('Name of the service', 'Vigil'),
      },
      { description: 'The service' },
    ),
    user: Type.Object(
      {
        id: t.string('ID of the account, in base64url', 'PwyaUm0eS3qcNQ6PfSG2pA'),
        name: t.string('E-mail address', 'rosa.klein@example.org'),
        displayName: t.string('Given and family name', 'Rosa Klein'),
      },
      { description: 'The account' },
    ),
    pubKeyCredParams: Type.Array(
      Type.Object({ alg: t.integer(-65536, 65536, 'number', 'COSE algorithm', -7), type: type() }),
      { description: 'Accepted signature algorithms' },
    ),
    timeout: timeout(),
    attestation: Type.Literal('none', { description: 'The authenticator need not say its make' }),
    excludeCredentials: Type.Array(
      Type.Object({ id: t.string('ID of the credential', 'q1WmB0y8rS3nC5vK2xT7hA'), type: type() }),
      { description: 'Passkeys that the account has already' },
    ),
    authenticatorSelection: Type.Object(
      {
        residentKey: Type.Literal('required', { description: 'The authenticator stores the passkey' }),
        requireResidentKey: t.boolean('The same, for older browsers'),
        userVerification: required(),
      },
      { description: 'Required authenticator' },
    ),
  },
);

export const PasskeyRequestOptions = t.record(
  'PasskeyRequestOptions',
  'Options for navigator.credentials.get, as JSON',
  {
    challenge: challenge(),
    rpId: t.string('Host name of PUBLIC_URL', 'vigil.example.org'),
    timeout: timeout(),
    userVerification: required(),
  },
);
