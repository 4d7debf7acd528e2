import Type from 'typebox';
import * as t from '../platform/schema/primitives.ts';

export const SignOn = t.record('SignOn', 'Single sign-on, for the login page', {
  enabled: t.boolean('Whether single sign-on is configured'),
  name: t.nullable(t.string('Name of the provider on the button; null if it is off', 'Single sign-on')),
  passwordLogin: t.boolean('False: only patients and a few admins log in with a password (PASSWORD_LOGIN)'),
});

const anyQuery = (description: string) => t.optional(t.anyText(4_096, description, 'x'));

export const LoginQuery = Type.Object({
  returnTo: anyQuery('Path of the console to go back to; any other address counts as `/`'),
  reauthenticate: t.optional(
    t.boolean('Recent authentication of the session instead of a new one: the provider asks again'),
  ),
  silent: t.optional(
    t.boolean('The provider asks nothing: works only while it has a session of the browser'),
  ),
});

/** What a provider adds, such as `session_state`, is ignored. */
export const CallbackQuery = Type.Object({
  code: anyQuery('Authorization code'),
  state: anyQuery('State of the login'),
  iss: anyQuery('Issuer (RFC 9207)'),
  error: anyQuery('Error of the provider'),
  error_description: anyQuery('Description of the error'),
});

export const LinkLogin = t.record('LinkLogin', 'What a login at the provider still needs', {
  password: t.optional(
    t.anyText(
      1_024,
      'Password of the account with the same e-mail address; left out if the browser has just logged in to it',
      'correct horse battery staple',
    ),
  ),
  totp: t.optional(t.line(32, 'Code of the second factor, or a recovery code', '123456')),
});

export const LogoutToken = t.record('BackChannelLogout', 'Logout at the provider', {
  logout_token: t.anyText(32_768, 'Signed token (OpenID Connect Back-Channel Logout 1.0)', 'eyJhbGciOiJ…', 1),
});

export const ProviderIdentity = t.record('ProviderIdentity', 'Person at the provider of single sign-on', {
  id: t.id('ID of the link'),
  issuer: t.string('The provider', 'https://login.example.org/realms/care'),
  subject: t.string('ID of the person there', '7b6c2f0e'),
  email: t.nullable(t.string('E-mail address there; null if it gave none', 'rosa.klein@example.org')),
  createdAt: t.timestamp('Time of the first login'),
  lastLoginAt: t.timestamp('Time of the last login'),
});
