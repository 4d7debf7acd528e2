/** `postgres://user@host1:5432,host2:5433/db`: libpq's list of hosts for failover. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/;

/** One URL per host, in order; empty when the text is not a database URL. */
export function hostUrls(url: string): readonly string[] {
  const [, prefix = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  const urls = hosts.split(',').map((host) => `${prefix}${host}${rest}`);
  return prefix !== '' && urls.every((one) => URL.canParse(one)) ? urls : [];
}

/** Undefined when the URL has no user, or has a password already. */
export function withPassword(url: string, password: string): string | undefined {
  const [whole = '', user = ''] = /^postgres(?:ql)?:\/\/([^/?#:@]+)(?=@)/.exec(url) ?? [];
  return user === '' ? undefined : `${whole}:${encodeURIComponent(password)}${url.slice(whole.length)}`;
}
