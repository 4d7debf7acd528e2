import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Config, describeConfig, readConfig, SETTINGS } from '../../src/app/config.ts';
import { newVapidKeyPair } from '../../src/notify/channels/web-push/vapid-key-pair.ts';
import { ConfigMistakes } from '../../src/platform/config/config.ts';
import { machineZone } from '../../src/platform/zone.ts';
import { inProject } from '../helpers/project.ts';

const SECRET = 'x'.repeat(32);

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigMistakes) return error.mistakes;
    throw error;
  }
  return [];
}

/** Each value is either accepted, and becomes the second of the pair, or refused in one sentence that names the variable. */
function parses(
  env: string,
  key: keyof Config,
  good: readonly (readonly [string, unknown])[],
  bad: readonly string[],
): void {
  for (const [given, expected] of good) {
    assert.deepEqual(readConfig({ [env]: given })[key], expected, `${env}=${given}`);
  }
  for (const given of bad) {
    const mistakes = mistakesOf({ [env]: given });
    assert.equal(mistakes.length, 1, `${env}=${given}: ${mistakes.join('; ')}`);
    assert.ok(mistakes[0]?.startsWith(`${env} `), mistakes[0]);
  }
}

describe('the configuration', () => {
  it('has a default for everything', () => {
    const { scoringThreads, ...rest } = readConfig({});
    assert.ok(scoringThreads >= 1 && scoringThreads <= 4);
    const expected: Partial<Config> = {
      environment: 'development',
      host: '::',
      port: 3000,
      dataDir: '.data',
      databaseUrl: undefined,
      logLevel: 'info',
      jwtSecret: undefined,
      sessionSeconds: 86_400,
      corsOrigins: [],
      trustProxy: [],
      tlsCertFile: undefined,
      tlsKeyFile: undefined,
      adminEmail: undefined,
      adminPassword: undefined,
      rateLimitGlobal: 100,
      rateLimitSignup: 5,
      rateLimitLogin: 10,
      streamIntervalMs: 1000,
      retentionDays: 90,
      samplesRetentionDays: 14,
      auditRetentionDays: 365,
      latestFirmware: undefined,
      firmwarePublicKey: undefined,
      okWindowSeconds: 30,
      publicUrl: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      vapidPrivateKey: undefined,
      vapidPublicKey: undefined,
      vapidSubject: undefined,
      allowPrivateTargets: false,
    };
    // Other settings may be added; the ones above must stay as docs/configuration.md has had them since the first release.
    for (const [key, value] of Object.entries(expected))
      assert.deepEqual(rest[key as keyof typeof rest], value, key);
  });

  it('is immutable', () => {
    assert.ok(Object.isFrozen(readConfig({})));
  });

  it('treats an empty or blank variable as unset, and trims the others', () => {
    const empty = Object.fromEntries(SETTINGS.map(({ env }) => [env, '  ']));
    assert.deepEqual(readConfig(empty), readConfig({}));
    assert.equal(readConfig({ PORT: ' 8080 ' }).port, 8080);
  });

  it('ignores unknown variables', () => {
    assert.deepEqual(readConfig({ PATH: '/bin', SOMETHING: 'else' }), readConfig({}));
  });

  it('reads ports', () => {
    const bad = ['-1', '65536', '80a', '1.5', '0x50', '1e3', 'http', '９'];
    parses(
      'PORT',
      'port',
      [
        ['0', 0],
        ['1', 1],
        ['65535', 65535],
        ['08080', 8080],
      ],
      bad,
    );
  });

  it('reads MQTT_PORT, which "off" closes', () => {
    const good = [
      ['off', 'off'],
      ['OFF', 'off'],
      ['0', 0],
      ['1884', 1884],
    ] as const;
    parses('MQTT_PORT', 'mqttPort', good, ['of', '-1', 'none']);
    assert.equal(readConfig({}).mqttPort, 1883);
    assert.equal(readConfig({ NODE_ENV: 'production', JWT_SECRET: SECRET }).mqttPort, 1883);
  });

  it('reads SIGNUP_ROLES', () => {
    const good = [
      ['PATIENT,CAREGIVER', ['PATIENT', 'CAREGIVER']],
      ['caregiver , patient', ['PATIENT', 'CAREGIVER']],
      ['PATIENT', ['PATIENT']],
      ['none', []],
    ] as const;
    parses('SIGNUP_ROLES', 'signupRoles', good, ['ADMIN', 'PATIENT,ADMIN', ',', 'all', 'none,PATIENT']);
    assert.deepEqual(readConfig({}).signupRoles, ['PATIENT', 'CAREGIVER']);
  });

  it('reads the first values of the organisation', () => {
    const zones = ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires'].map(
      (zone) => [zone, zone] as const,
    );
    const spelled = [...zones, ['europe/berlin', 'Europe/Berlin'] as const];
    parses('TIME_ZONE', 'timeZone', spelled, ['Mars/Olympus', '+01:00', 'BST', 'Berlin', 'Europe/Berlin;']);
    parses('DEFAULT_LANGUAGE', 'defaultLanguage', [['de', 'de']], ['fr', 'EN', 'en-GB']);
    const minutes = [
      ['1', 1],
      ['240', 240],
    ] as const;
    parses('RESPONSE_GOAL_MINUTES', 'responseGoalMinutes', minutes, ['0', '241', '5m', '1.5']);
    const name = 'x'.repeat(80);
    parses('ORGANISATION_NAME', 'organisationName', [[name, name]], [`${name}x`, 'one\ntwo']);
    const { organisationName, timeZone, defaultLanguage, responseGoalMinutes } = readConfig({});
    assert.deepEqual([organisationName, defaultLanguage, responseGoalMinutes], ['Vigil', 'en', 5]);
    assert.equal(timeZone, machineZone());
  });

  it('reads RATE_LIMIT_BY: address by default, or session', () => {
    assert.equal(readConfig({}).rateLimitBy, 'address');
    assert.equal(readConfig({ RATE_LIMIT_BY: 'session' }).rateLimitBy, 'session');
    assert.throws(() => readConfig({ RATE_LIMIT_BY: 'person' }), /RATE_LIMIT_BY/);
  });

  it('reads CAREGIVERS_SEE: all by default, the care team in production', () => {
    parses(
      'CAREGIVERS_SEE',
      'caregiversSee',
      [
        ['all', 'all'],
        ['team', 'team'],
      ],
      ['ALL', 'ward', 'none'],
    );
    assert.equal(readConfig({}).caregiversSee, 'all');
    const production = { NODE_ENV: 'production', JWT_SECRET: SECRET };
    assert.equal(readConfig(production).caregiversSee, 'team');
    assert.equal(readConfig({ ...production, CAREGIVERS_SEE: 'all' }).caregiversSee, 'all');
  });

  it('reads the keys for secrets: 32 bytes as base64', () => {
    const key = Buffer.from('0123456789abcdef0123456789abcde\xff', 'latin1');
    const good = (['base64', 'base64url'] as const).map((form) => [key.toString(form), key] as const);
    const bad = [
      key.toString('hex'),
      'x'.repeat(32),
      key.subarray(1).toString('base64'),
      `${key.toString('base64')}AAAA`,
      `${key.toString('base64').slice(0, -2)}!=`,
    ];
    parses('SECRETS_KEY', 'secretsKey', good, bad);
    parses('OLD_SECRETS_KEY', 'oldSecretsKey', good, bad);
    parses('OLD_JWT_SECRET', 'oldJwtSecret', [[SECRET, SECRET]], ['short']);
    const shown = describeConfig(readConfig({ SECRETS_KEY: key.toString('base64'), OLD_JWT_SECRET: SECRET }));
    assert.ok(!shown.includes(key.toString('base64')) && !shown.includes(SECRET));
  });

  it('reads the environment', () => {
    const good = ['development', 'test'].map((word) => [word, word] as const);
    parses('NODE_ENV', 'environment', good, ['prod', 'Production', 'staging']);
  });

  it('reads the log level', () => {
    const good = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map(
      (word) => [word, word] as const,
    );
    parses('LOG_LEVEL', 'logLevel', good, ['verbose', 'INFO', '30']);
  });

  it('reads SESSION_DURATION as 24h, 30m, 900s, or a bare number of hours', () => {
    const good = [
      ['24h', 86_400],
      ['30m', 1800],
      ['900s', 900],
      ['24', 86_400],
      ['1', 3600],
      ['7d', 604_800],
    ] as const;
    parses('SESSION_DURATION', 'sessionSeconds', good, [
      '0',
      '0s',
      '-1h',
      '1.5h',
      '24 hours',
      'h',
      '1w',
      '24hh',
      '1e3',
      '99999999999999',
    ]);
  });

  it('reads DATABASE_URL', () => {
    const good = ['postgres://u:p@host/db', 'postgresql://host:5433/db?sslmode=require'].map(
      (u) => [u, u] as const,
    );
    parses('DATABASE_URL', 'databaseUrl', good, ['mysql://host/db', 'host/db', 'postgres', 'http://host']);
  });

  it('reads JWT_SECRET, with at least 32 characters', () => {
    parses('JWT_SECRET', 'jwtSecret', [[SECRET, SECRET]], ['x'.repeat(31), 'secret']);
  });

  it('reads CORS_ORIGINS, a list of origins', () => {
    const good = [
      ['https://app.example.org', ['https://app.example.org']],
      [' https://a.example , http://localhost:5173,', ['https://a.example', 'http://localhost:5173']],
      ['https://App.Example.org/', ['https://app.example.org']],
    ] as const;
    const bad = [
      '*',
      'app.example.org',
      'https://a.example/path',
      'https://a.example?x',
      'null',
      'file:///x',
      'https://u@a.example',
    ];
    parses('CORS_ORIGINS', 'corsOrigins', good, [...bad, 'https://ok.example,*']);
  });

  it('reads TRUST_PROXY, a list of addresses and networks', () => {
    const good = [
      ['127.0.0.1', ['127.0.0.1']],
      ['10.0.0.0/8, ::1 ,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
    ] as const;
    parses('TRUST_PROXY', 'trustProxy', good, [
      'true',
      'localhost',
      '10.0.0.0/33',
      '10.0.0.300',
      '*',
      '127.0.0.1,proxy',
    ]);
  });

  it('reads the rate limits, where 0 turns a limit off', () => {
    for (const [env, key] of [
      ['RATE_LIMIT_GLOBAL', 'rateLimitGlobal'],
      ['RATE_LIMIT_SIGNUP', 'rateLimitSignup'],
      ['RATE_LIMIT_LOGIN', 'rateLimitLogin'],
      ['STREAM_INTERVAL_MS', 'streamIntervalMs'],
    ] as const) {
      parses(
        env,
        key,
        [
          ['0', 0],
          ['1', 1],
          ['2500', 2500],
        ],
        ['-1', '1.5', 'off', 'Infinity', '1e400'],
      );
    }
  });

  it('reads retention and threads, which must be at least 1', () => {
    parses(
      'READINGS_RETENTION_DAYS',
      'retentionDays',
      [
        ['1', 1],
        ['365', 365],
      ],
      ['0', '-3', 'forever'],
    );
    parses(
      'PACK_AFTER_DAYS',
      'packAfterDays',
      [
        ['0', 0],
        ['7', 7],
      ],
      ['-1', '1.5', 'never'],
    );
    parses(
      'SAMPLES_RETENTION_DAYS',
      'samplesRetentionDays',
      [
        ['0', 0],
        ['7', 7],
      ],
      ['-1', '1.5', 'forever'],
    );
    for (const [variable, key] of [
      ['ALERTS_RETENTION_DAYS', 'alertsRetentionDays'],
      ['MESSAGES_RETENTION_DAYS', 'messagesRetentionDays'],
      ['RESPONSE_LOG_RETENTION_DAYS', 'responseLogRetentionDays'],
    ] as const)
      parses(variable, key, [['1', 1]], ['0', 'forever']);
    // A backlog can contain a fall of last week, which must not be raised again after its deletion.
    parses('FALLS_RETENTION_DAYS', 'fallsRetentionDays', [['8', 8]], ['7', '0', 'forever']);
    parses(
      'AUDIT_RETENTION_DAYS',
      'auditRetentionDays',
      [
        ['1', 1],
        ['36500', 36_500],
      ],
      ['0', '36501', 'forever'],
    );
    parses(
      'SCORING_THREADS',
      'scoringThreads',
      [
        ['1', 1],
        ['16', 16],
      ],
      ['0', '1000', 'all'],
    );
  });

  it('reads the first admin: an e-mail address and a password that meets the rules', () => {
    const { adminEmail, adminPassword } = readConfig({
      ADMIN_EMAIL: 'Boss@Example.org',
      ADMIN_PASSWORD: 'Secret!123',
    });
    assert.deepEqual([adminEmail, adminPassword], ['boss@example.org', 'Secret!123']);
    for (const email of ['boss', 'boss@example', '@example.org']) {
      assert.deepEqual(mistakesOf({ ADMIN_EMAIL: email, ADMIN_PASSWORD: 'Secret!123' }).length, 1, email);
    }
    const weak = mistakesOf({ ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'weakling' });
    assert.equal(weak.length, 1);
    assert.match(weak[0] ?? '', /^ADMIN_PASSWORD .*uppercase/);
    assert.ok(!weak[0]?.includes('weakling'));
  });

  it('requires both settings of a pair', () => {
    assert.match(mistakesOf({ ADMIN_EMAIL: 'boss@example.org' }).join(), /ADMIN_EMAIL and ADMIN_PASSWORD/);
    assert.match(mistakesOf({ ADMIN_PASSWORD: 'Secret!123' }).join(), /ADMIN_EMAIL and ADMIN_PASSWORD/);
    const here = inProject('package.json');
    assert.match(mistakesOf({ TLS_CERT_FILE: here }).join(), /TLS_CERT_FILE and TLS_KEY_FILE/);
    assert.match(mistakesOf({ TLS_KEY_FILE: here }).join(), /TLS_CERT_FILE and TLS_KEY_FILE/);
  });

  it('names settings that share a port while both are in use', () => {
    const REDIS_URL = 'redis://127.0.0.1';
    for (const [env, expected] of [
      [{ PORT: '1883' }, /^PORT and MQTT_PORT are both 1883: each needs a port of its own$/],
      [
        { PORT: '4000', MQTT_PORT: '4000', METRICS_PORT: '4000' },
        /^PORT and MQTT_PORT and METRICS_PORT are all 4000/,
      ],
      [{ METRICS_PORT: '3000' }, /^PORT and METRICS_PORT are both 3000/],
      [
        { METRICS_PORT: '2999', INSTANCES: '2', REDIS_URL },
        /^PORT and METRICS_PORT of instance 2 are both 3000/,
      ],
    ] as const) {
      const mistakes = mistakesOf(env);
      assert.equal(mistakes.length, 1, mistakes.join());
      assert.match(mistakes[0] ?? '', expected);
    }
    // Any free port, no port, or not used without a certificate.
    readConfig({ PORT: '0', MQTT_PORT: '0', METRICS_PORT: '0' });
    readConfig({ PORT: '1883', MQTT_PORT: 'off' });
    readConfig({ PORT: '8883' });
    readConfig({ METRICS_PORT: '2999' });
  });

  it('reads the OK window, from 0 to 300 seconds', () => {
    const good = [
      ['0', 0],
      ['300', 300],
    ] as const;
    parses('OK_WINDOW_SECONDS', 'okWindowSeconds', good, ['-1', '301', '30s', '1.5']);
  });

  it('reads PUBLIC_URL without a trailing slash', () => {
    const good = [
      ['https://vigil.example.org/', 'https://vigil.example.org'],
      ['http://localhost:3000/vigil', 'http://localhost:3000/vigil'],
    ] as const;
    const bad = ['vigil.example.org', 'ftp://x', 'https://u:p@x', 'https://x/?a', 'https://x/#a'];
    parses('PUBLIC_URL', 'publicUrl', good, bad);
  });

  it('reads ALLOW_PRIVATE_TARGETS, which is true or false', () => {
    const good = [
      ['true', true],
      ['false', false],
    ] as const;
    parses('ALLOW_PRIVATE_TARGETS', 'allowPrivateTargets', good, ['1', 'yes', 'True']);
  });

  it('reads the mail server and the sender, both or neither', () => {
    const url = 'smtps://user:pass@mail.example.org:465';
    for (const from of ['vigil@example.org', 'Vigil <vigil@example.org>', '<vigil@example.org>']) {
      const { smtpUrl, mailFrom } = readConfig({ SMTP_URL: url, MAIL_FROM: from });
      assert.deepEqual([smtpUrl, mailFrom], [url, from]);
    }
    for (const from of ['vigil', 'a@x.org, b@x.org', 'Vigil <a@x.org> b', 'a@x.org\r\nBcc: b@x.org']) {
      const mistakes = mistakesOf({ SMTP_URL: url, MAIL_FROM: from });
      assert.equal(mistakes.length, 1, from);
      assert.match(mistakes[0] ?? '', /^MAIL_FROM /);
    }
    assert.match(mistakesOf({ SMTP_URL: url }).join(), /SMTP_URL and MAIL_FROM go together/);
    assert.match(mistakesOf({ MAIL_FROM: 'a@x.org' }).join(), /SMTP_URL and MAIL_FROM go together/);
    assert.match(mistakesOf({ SMTP_URL: 'http://x', MAIL_FROM: 'a@x.org' }).join(), /^SMTP_URL must be/);
  });

  it('reads the paging system: ESPA 4.4.4 without a login, ESPA-X with one', () => {
    const good = [
      'espa444+tcp://10.0.0.20:2023',
      'espa444+tcp://[::1]:2023/',
      'espax://vigil:pa%3Ass@dect.example.org:2023',
    ].map((url) => [url, url] as const);
    const bad = [
      'tcp://10.0.0.20:2023',
      'espa444+tcp://10.0.0.20',
      'espa444+tcp://user:password@10.0.0.20:2023',
      'espa444+tcp://:2023',
      'espax://10.0.0.20:2023',
      'espax://vigil@10.0.0.20:2023',
      'espax://vigil:%ff@10.0.0.20:2023',
      'espax://vigil:password@10.0.0.20:2023/path',
      'espax://vigil:password@10.0.0.20:99999',
    ];
    parses('ESPA_URL', 'espaUrl', good, bad);
    const text = describeConfig(readConfig({ ESPA_URL: 'espax://vigil:hush@h:2023' }));
    assert.doesNotMatch(text, /hush/);
  });

  it('reads the VAPID settings: all three or none, with a matching key pair', () => {
    const { privateKey, publicKey } = newVapidKeyPair();
    const whole = {
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_SUBJECT: 'mailto:admin@example.org',
    };
    assert.equal(readConfig(whole).vapidPublicKey, publicKey);
    assert.equal(
      readConfig({ ...whole, VAPID_SUBJECT: 'https://example.org' }).vapidSubject,
      'https://example.org',
    );
    for (const name of Object.keys(whole)) {
      assert.match(mistakesOf({ ...whole, [name]: '' }).join(), /set all three or none/, name);
    }
    const foreign = mistakesOf({ ...whole, VAPID_PUBLIC_KEY: newVapidKeyPair().publicKey });
    assert.deepEqual(foreign, ['VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY']);
    const bad = mistakesOf({ VAPID_PRIVATE_KEY: publicKey, VAPID_PUBLIC_KEY: 'x', VAPID_SUBJECT: 'me' });
    assert.equal(bad.length, 3, bad.join('; '));
    assert.ok(!describeConfig(readConfig(whole)).includes(privateKey), 'the key is masked');
  });

  it('requires PUBLIC_URL in production when mail or push is configured', () => {
    const { privateKey, publicKey } = newVapidKeyPair();
    const production = { NODE_ENV: 'production', JWT_SECRET: SECRET };
    const mail = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'vigil@example.org' };
    const push = {
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_SUBJECT: 'mailto:a@example.org',
    };
    for (const channel of [mail, push]) {
      const mistakes = mistakesOf({ ...production, ...channel });
      assert.equal(mistakes.length, 1);
      assert.match(mistakes[0] ?? '', /^PUBLIC_URL is required in production/);
      readConfig({ ...production, ...channel, PUBLIC_URL: 'https://vigil.example.org' });
      readConfig(channel);
    }
  });

  it('requires JWT_SECRET and nothing else in production', () => {
    const mistakes = mistakesOf({ NODE_ENV: 'production' });
    assert.equal(mistakes.length, 1);
    assert.match(mistakes[0] ?? '', /^JWT_SECRET is required in production/);
    assert.equal(readConfig({ NODE_ENV: 'production', JWT_SECRET: SECRET }).environment, 'production');
    const short = mistakesOf({ NODE_ENV: 'production', JWT_SECRET: 'short' });
    assert.equal(short.length, 1, 'one message');
  });

  it('reports all mistakes at once', () => {
    const env = {
      NODE_ENV: 'production',
      PORT: 'x',
      DATABASE_URL: 'mysql://x',
      SESSION_DURATION: 'long',
      CORS_ORIGINS: '*',
      TRUST_PROXY: 'all',
      TLS_CERT_FILE: '/nowhere/cert.pem',
      TLS_KEY_FILE: '/nowhere/key.pem',
      ADMIN_EMAIL: 'boss',
      ADMIN_PASSWORD: 'weak',
      RATE_LIMIT_GLOBAL: '-1',
      LOG_LEVEL: 'loud',
    };
    const mistakes = mistakesOf(env);
    const named = ['JWT_SECRET', ...Object.keys(env).filter((name) => name !== 'NODE_ENV')];
    assert.equal(mistakes.length, named.length, mistakes.join('\n'));
    for (const name of named)
      assert.ok(
        mistakes.some((mistake) => mistake.startsWith(`${name} `)),
        name,
      );
    assert.throws(() => readConfig(env), { message: new RegExp(`${named.length} mistake`) });
  });

  it('prints every setting, with secrets masked', () => {
    const secrets = {
      JWT_SECRET: `jwt-${SECRET}`,
      ADMIN_PASSWORD: 'Secret!123',
      DATABASE_URL: 'postgres://u:hush@h/db',
    };
    const text = describeConfig(
      readConfig({
        ...secrets,
        ADMIN_EMAIL: 'boss@example.org',
        PORT: '8080',
        CORS_ORIGINS: 'https://a.example,https://b.example',
      }),
    );
    for (const secret of [...Object.values(secrets), 'hush']) assert.ok(!text.includes(secret), secret);
    for (const { env } of SETTINGS) assert.match(text, new RegExp(`^${env} `, 'm'));
    assert.match(text, /^PORT +8080$/m);
    assert.match(text, /^JWT_SECRET +\*+$/m);
    assert.match(text, /^CORS_ORIGINS +https:\/\/a\.example,https:\/\/b\.example$/m);
    assert.match(describeConfig(readConfig({})), /^JWT_SECRET +\(/m);
  });

  it('is listed completely in .env.example', () => {
    const example = readFileSync(inProject('.env.example'), 'utf8');
    for (const { env } of SETTINGS) assert.match(example, new RegExp(`^#?${env}=`, 'm'), env);
  });
});

describe('the TLS certificate', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigil-config-'));
    for (const name of ['a', 'b']) {
      const key = [
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-keyout',
        file(`${name}.key`),
      ];
      const certificate = ['-subj', '/CN=localhost', '-days', '2', '-out', file(`${name}.pem`)];
      execFileSync('openssl', ['req', '-x509', ...key, ...certificate], { stdio: 'ignore' });
    }
    writeFileSync(file('bad.pem'), 'not a certificate');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const tls = (certificate: string, key: string) => ({
    TLS_CERT_FILE: file(certificate),
    TLS_KEY_FILE: file(key),
  });

  it('is accepted with its key', () => {
    assert.equal(readConfig(tls('a.pem', 'a.key')).tlsCertFile, file('a.pem'));
  });

  it('is refused when it is invalid, a file is missing or the key does not match', () => {
    for (const files of [
      tls('bad.pem', 'a.key'),
      tls('a.pem', 'bad.pem'),
      tls('a.pem', 'b.key'),
      tls('a.pem', 'none.key'),
    ]) {
      const mistakes = mistakesOf(files);
      assert.equal(mistakes.length, 1, JSON.stringify(files));
      assert.match(mistakes[0] ?? '', /^TLS_/);
    }
  });
});

describe('TLS_ACME', () => {
  const acme = (env: Readonly<Record<string, string>>) => readConfig({ DATA_DIR: '/d', ...env });

  it('names the hosts of the certificate, and gives its file and the public address', () => {
    const config = acme({ TLS_ACME: 'Vigil.example.org, care.example.org', PORT: '443' });
    assert.deepEqual(config.tlsAcme, ['vigil.example.org', 'care.example.org']);
    assert.equal(config.tlsCertFile, join('/d', 'acme', 'certificate.pem'));
    assert.equal(config.tlsKeyFile, config.tlsCertFile);
    assert.equal(config.publicUrl, 'https://vigil.example.org');
    assert.equal(acme({ TLS_ACME: 'a.example.org' }).publicUrl, 'https://a.example.org:3000');
    assert.equal(acme({ TLS_ACME: 'a.example.org', PUBLIC_URL: 'https://b' }).publicUrl, 'https://b');
  });

  it('is refused with a wildcard, an address, a URL, certificate files or a port in use', () => {
    for (const host of [
      '*.example.org',
      '10.0.0.1',
      'https://a.example.org',
      'a_b.example.org',
      '-a.org',
      'a..b',
    ])
      assert.match(mistakesOf({ TLS_ACME: host }).join(), /^TLS_ACME .*is not a host name/, host);
    const here = inProject('package.json');
    const both = { TLS_ACME: 'a.example.org', TLS_CERT_FILE: here, TLS_KEY_FILE: here };
    assert.match(mistakesOf(both).join(), /TLS_ACME and TLS_CERT_FILE exclude each other/);
    assert.match(
      mistakesOf({ TLS_ACME: 'a.example.org', PORT: '80' }).join(),
      /PORT and TLS_ACME_PORT are both 80/,
    );
  });

  it('takes the directory of another CA with TLS, or on this machine', () => {
    const directory = (url: string) => ({ TLS_ACME: 'a.example.org', TLS_ACME_DIRECTORY: url });
    assert.deepEqual(mistakesOf(directory('http://ca.example.org/dir')).length, 1);
    assert.equal(acme(directory('http://127.0.0.1:1/dir')).tlsAcmeDirectory, 'http://127.0.0.1:1/dir');
    assert.match(acme({}).tlsAcmeDirectory, /letsencrypt/);
  });
});
