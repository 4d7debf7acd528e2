/** A browser's cookies and redirects, without pages: follows a login from the service to the provider and back. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Each address that a redirect led to, the last one first. */
  readonly visited: string[] = [];

  cookie(url: string, name: string): string | undefined {
    return this.#of(url).get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    this.#of(url).set(name, value);
  }

  /** One request; follows no redirect. */
  async get(url: string): Promise<Response> {
    const cookies = [...this.#of(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { Cookie: cookies } });
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
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`${next} answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
      next = new URL(location, next).href.replace('//localhost:', '//127.0.0.1:');
    }
    throw new Error(`too many redirects, the last to ${next}`);
  }

  #of(url: string): Map<string, string> {
    const { host } = new URL(url);
    const cookies = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, cookies);
    return cookies;
  }
}
