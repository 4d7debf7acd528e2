/** A browser's cookies and redirects, without pages: follows a login from the service to the provider and back. */
export class Browser {
  readonly #addresses: Readonly<Record<string, string>>;
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Each address that a redirect led to, the last one first. */
  readonly visited: string[] = [];

  /** `addresses`: where the browser really goes for an origin, as if a name server said so. */
  constructor(addresses: Readonly<Record<string, string>> = {}) {
    this.#addresses = addresses;
  }

  cookie(url: string, name: string): string | undefined {
    return this.#of(url).get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    this.#of(url).set(name, value);
  }

  /** One request; follows no redirect. */
  get(url: string): Promise<Response> {
    return this.#send(url, {});
  }

  /** Sends a form. */
  post(url: string, form: Readonly<Record<string, string>>): Promise<Response> {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(form) });
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const cookies = [...this.#of(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { Cookie: cookies } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#of(url).delete(name);
      else this.#of(url).set(name, value);
    }
    this.visited.unshift(url);
    return response;
  }

  /** Follows redirects until one leads to `until`, and returns that address, not visited; or the last answer. */
  async follow(url: string, until: (url: string) => boolean): Promise<string> {
    let next = url;
    for (let hops = 0; hops < 20; hops++) {
      if (until(next)) return next;
      const response = await this.get(next);
      const location =
        response.headers.get('location') ?? (await this.#submitted(next, await response.text()));
      const { origin, href } = new URL(location, next);
      next = href.replace(origin, this.#addresses[origin] ?? origin).replace('//localhost:', '//127.0.0.1:');
    }
    throw new Error(`too many redirects, the last to ${next}`);
  }

  /** Sends the form of a page that sends itself by a script. */
  async #submitted(url: string, html: string): Promise<string> {
    const action = /<form [^>]*action="([^"]+)"/.exec(html)?.[1];
    if (action === undefined) throw new Error(`${url} answered ${html.slice(0, 500)}`);
    const fields = [...html.matchAll(/<input [^>]*name="([^"]+)" value="([^"]*)"/g)];
    const form = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
    return (await this.post(action, form)).headers.get('location') ?? '';
  }

  #of(url: string): Map<string, string> {
    const { host } = new URL(url);
    const cookies = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, cookies);
    return cookies;
  }
}
