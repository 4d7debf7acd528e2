import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { type Program, startProgram } from './program.ts';

/** It takes HTTP Basic literally, so the secret has no character that must be encoded. */
export const LEMONLDAP_CLIENT = { OIDC_CLIENT_ID: 'vigil', OIDC_CLIENT_SECRET: 'a-secret-of-the-client' };

/** LemonLDAP::NG of Debian, with its people of the demonstration: dwho, msmith and rtyler, whose password is their name. */
export interface Lemonldap {
  readonly issuer: string;
  /** People by group, as of the next start. */
  groups: Readonly<Record<string, readonly string[]>>;
  /** `service`: the origin of the service that logs people in. */
  start(service: string): Promise<void>;
  /** Kills it. Its sessions stay on disk. */
  stop(): Promise<void>;
  /** Logins become this much older. Call it while it is stopped: it keeps sessions in memory for seconds. */
  age(seconds: number): void;
  /** Ends all sessions and refresh tokens, as an administrator does. Likewise. */
  endSessions(): void;
  remove(): Promise<void>;
}

const PORTAL = '/usr/share/lemonldap-ng/portal';
const modules = ['-MLemonldap::NG::Portal::Issuer::OpenIDConnect', '-MPlack::Runner', '-MIO::String'];
const present = spawnSync('perl', [...modules, '-e', '1']).status === 0;
/** For a test's `skip`: in CI a missing one fails the test instead. */
export const WITHOUT_LEMONLDAP: string | false =
  present || process.env.CI === 'true' ? false : 'needs LemonLDAP::NG (liblemonldap-ng-portal-perl)';

export async function lemonldap(): Promise<Lemonldap> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-lemonldap-'));
  const inFolder = (...names: readonly string[]) => join(folder, ...names);
  for (const name of ['conf', 'sessions', 'persistent'])
    mkdirSync(inFolder(name, 'lock'), { recursive: true });
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const key = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const ini = inFolder('lemonldap-ng.ini');
  const cache = `{ cache_root => '${inFolder('cache')}', cache_depth => 3, directory_umask => '077', namespace => 'vigil' }`;
  writeFileSync(
    ini,
    [
      '[all]',
      'logLevel = error',
      '[configuration]',
      'type = File',
      `dirName = ${inFolder('conf')}`,
      'localStorage = Cache::FileCache',
      `localStorageOptions = ${cache}`,
      '[portal]',
      `templateDir = ${PORTAL}/templates`,
      'staticPrefix = /static',
      'languages = en',
    ].join('\n'),
  );
  const storage = (name: string) => ({ Directory: inFolder(name), LockDirectory: inFolder(name, 'lock') });

  function configure(service: string): void {
    const rules = Object.entries(self.groups).map(([group, people]) => [
      group,
      people.map((person) => `$uid eq "${person}"`).join(' or ') || '0',
    ]);
    const configuration = {
      cfgNum: 1,
      cfgVersion: '2.16.1',
      cfgAuthor: 'a test',
      cfgDate: '1',
      locationRules: {},
      exportedHeaders: {},
      key: 'a key of the cookies',
      portal: `${issuer}/`,
      domain: '127.0.0.1',
      securedCookie: 0,
      authentication: 'Demo',
      userDB: 'Same',
      passwordDB: 'Null',
      registerDB: 'Null',
      // Its own needs programs for pictures, and nobody sees one here.
      captcha: '::Main::Plugin',
      requireToken: 0,
      demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
      macros: { _whatToTrace: '$_user', verified: '1' },
      groups: Object.fromEntries(rules),
      localSessionStorageOptions: { cache_root: inFolder('cache'), cache_depth: 3, directory_umask: '077' },
      globalStorage: 'Apache::Session::File',
      globalStorageOptions: storage('sessions'),
      persistentStorage: 'Apache::Session::File',
      persistentStorageOptions: storage('persistent'),
      issuerDBOpenIDConnectActivation: 1,
      issuerDBOpenIDConnectPath: '^/oauth2/',
      issuerDBOpenIDConnectRule: 1,
      oidcServiceMetaDataIssuer: issuer,
      oidcServicePrivateKeySig: key.privateKey,
      oidcServicePublicKeySig: key.publicKey,
      oidcServiceKeyIdSig: 'a-key',
      oidcRPMetaDataOptions: {
        vigil: {
          oidcRPMetaDataOptionsClientID: LEMONLDAP_CLIENT.OIDC_CLIENT_ID,
          oidcRPMetaDataOptionsClientSecret: LEMONLDAP_CLIENT.OIDC_CLIENT_SECRET,
          oidcRPMetaDataOptionsRedirectUris: `${service}/api/auth/oidc/callback`,
          oidcRPMetaDataOptionsPostLogoutRedirectUris: `${service}/login`,
          oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
          oidcRPMetaDataOptionsRequirePKCE: 1,
          oidcRPMetaDataOptionsAllowOffline: 1,
          oidcRPMetaDataOptionsRefreshToken: 1,
          oidcRPMetaDataOptionsBypassConsent: 1,
          oidcRPMetaDataOptionsLogoutBypassConfirm: 1,
        },
      },
      oidcRPMetaDataExportedVars: {
        vigil: {
          name: 'cn',
          preferred_username: 'uid',
          email: 'mail',
          email_verified: 'verified;bool',
          groups: 'groups;string;always',
        },
      },
      oidcRPMetaDataOptionsExtraClaims: { vigil: { profile: 'name preferred_username groups' } },
    };
    writeFileSync(inFolder('conf', 'lmConf-1.json'), JSON.stringify(configuration));
    forget();
  }

  const forget = () => rmSync(inFolder('cache'), { recursive: true, force: true });

  const sessions = () =>
    readdirSync(inFolder('sessions'))
      .map((name) => inFolder('sessions', name))
      .filter((path) => statSync(path).isFile());

  let program: Program | undefined;
  const self: Lemonldap = {
    issuer,
    groups: {},
    async start(service) {
      configure(service);
      program = await startProgram(
        'env',
        [
          `LLNG_DEFAULTCONFFILE=${ini}`,
          'plackup',
          '--no-default-middleware',
          ...['--host', '127.0.0.1', '--port', port],
          `${PORTAL}/htdocs/index.psgi`,
        ],
        { ready: 'Accepting connections' },
      );
    },
    async stop() {
      await program?.stop();
      program = undefined;
    },
    age(seconds) {
      for (const path of sessions()) {
        const session = readFileSync(path, 'utf8');
        const older = (_: string, start: string, at: string) => `${start}${Number(at) - seconds}`;
        writeFileSync(path, session.replace(/("_(?:utime|lastAuthnUTime)":"?)(\d+)/g, older));
      }
      forget();
    },
    endSessions() {
      for (const path of sessions()) rmSync(path);
      forget();
    },
    async remove() {
      await self.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return self;
}
