/**
 * A minimal HTTP client for tests. It sends cookies by path, to every host, and follows redirects up to a chosen
 * address.
 */
export class Walker {
  /** Cookies by name and path. */
  readonly cookies = new Map<string, { readonly name: string; readonly path: string; readonly value: string }>();
  /** Requested addresses, in order. */
  readonly visited: string[] = [];

  cookie(name: string): string | undefined {
    return [...this.cookies.values()].find((cookie) => cookie.name === name)?.value;
  }

  /** Sends one request without following redirects. */
  async call(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const sent = [...this.cookies.values()].filter(
      ({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
    );
    const headers = new Headers(init.headers);
    headers.set('Cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '));
    this.visited.push(url);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /**
   * Requests an address and follows the redirects.
   * @param until stops before an address for which it returns true
   * @returns the first address for which `until` is true, otherwise the address of the last response
   */
  async walk(url: string, until: (url: URL) => boolean = () => false): Promise<URL> {
    let at = new URL(url);
    for (let steps = 0; steps < 20; steps += 1) {
      if (until(at)) return at;
      const response = await this.call(at.href);
      await response.arrayBuffer();
      const next = response.headers.get('Location');
      if (next === null || response.status < 300 || response.status > 399) return at;
      at = new URL(next, at);
    }
    throw new Error(`Too many redirects, the last to ${at.href}`);
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', ...value] = pair.split('=');
    const of = (attribute: string): string | undefined =>
      attributes.find((one) => one.toLowerCase().startsWith(`${attribute}=`))?.slice(attribute.length + 1);
    const path = of('path') ?? '/';
    const gone =
      of('max-age') === '0' || (of('expires') !== undefined && Date.parse(of('expires') ?? '') <= Date.now());
    if (gone) this.cookies.delete(`${name} ${path}`);
    else this.cookies.set(`${name} ${path}`, { name, path, value: decodeURIComponent(value.join('=')) });
  }
}
