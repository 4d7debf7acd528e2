import { type KeyObject, X509Certificate } from 'node:crypto';
import { certificateRequest } from './certificate-request.ts';
import type { Challenges } from './challenge-server.ts';
import { type AcmeClient, AcmeProblem, inOneLine } from './client.ts';

interface OrderDeps {
  readonly client: AcmeClient;
  readonly hosts: readonly string[];
  /** Of the certificate. */
  readonly key: KeyObject;
  readonly challenges: Challenges;
  readonly now: () => number;
}

type Fields = Readonly<Record<string, unknown>>;

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;
const MAX_CHAIN = 10;
/** RFC 8555, section 8.3: base64url, at least 128 bits. */
const TOKEN = /^[\w-]{16,512}$/;

/** Orders a certificate for the hosts and returns its chain in PEM. */
export async function orderCertificate({ client, hosts, key, challenges, now }: OrderDeps): Promise<string> {
  const identifiers = hosts.map((value) => ({ type: 'dns', value }));
  const { location, resource } = await client.create('newOrder', { identifiers });
  const { authorizations, finalize } = resource;
  if (!Array.isArray(authorizations) || authorizations.length > hosts.length)
    throw new Error('the CA asked for other proofs than one for each host');
  for (const url of authorizations) await prove(client, String(url), challenges);
  const csr = certificateRequest(key, hosts).toString('base64url');
  await client.waitWhile(location, ['pending']);
  await client.send(String(finalize), { csr });
  const order = await client.waitWhile(location, ['ready', 'processing']);
  if (order.status !== 'valid') throw problemOf(order, 'the order failed');
  return checkedChain(await client.download(String(order.certificate)), hosts, key, now());
}

/** Shows that the host is ours: its port 80 replies to the CA's token (HTTP-01). */
async function prove(client: AcmeClient, url: string, challenges: Challenges): Promise<void> {
  const authorization = await client.get(url);
  if (authorization.status === 'valid') return;
  const challenge = challengesOf(authorization).find(({ type }) => type === 'http-01');
  const token = String(challenge?.token);
  if (challenge === undefined || !TOKEN.test(token)) throw new Error('the CA offers no HTTP-01 challenge');
  challenges.set(token, await client.keyAuthorization(token));
  try {
    await client.send(String(challenge.url), {});
    const proven = await client.waitWhile(url, ['pending', 'processing']);
    if (proven.status === 'valid') return;
    const failed = challengesOf(proven).find(({ type }) => type === 'http-01');
    throw problemOf(failed ?? {}, 'the CA could not verify the host');
  } finally {
    challenges.delete(token);
  }
}

const challengesOf = ({ challenges }: Fields): readonly Fields[] =>
  Array.isArray(challenges) ? challenges.filter((one) => typeof one === 'object' && one !== null) : [];

function problemOf({ error }: Fields, otherwise: string): Error {
  const { type, detail } = (typeof error === 'object' && error !== null ? error : {}) as Fields;
  return new AcmeProblem(String(type), typeof detail === 'string' ? inOneLine(detail) : otherwise);
}

/** Throws unless the chain is for our key and all hosts, and valid now. */
function checkedChain(pem: string, hosts: readonly string[], key: KeyObject, now: number): string {
  const chain = pem.match(PEM_CERTIFICATE) ?? [];
  const [first] = chain;
  if (first === undefined || chain.length > MAX_CHAIN) throw new Error('the CA sent no certificate chain');
  const leaf = new X509Certificate(first);
  if (!leaf.checkPrivateKey(key)) throw new Error('the certificate is for another key');
  const missing = hosts.filter((host) => leaf.checkHost(host) === undefined);
  if (missing.length > 0) throw new Error(`the certificate is not for ${missing.join(', ')}`);
  if (Date.parse(leaf.validTo) <= now) throw new Error('the certificate has expired already');
  return `${chain.join('\n')}\n`;
}
