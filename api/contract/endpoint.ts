/**
 * Describes an endpoint once: method, path, permission, and the types of its request and answer. These values type the
 * client, the routes
 * of the embedded server and the conformance tests. The schemas for validation are in `<resource>.schema.ts`, which
 * only the server loads.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Says who may call an endpoint. `public`: anybody. `session`: any signed-in user. A string such as
 * `streams:read:{streamId}` names the permission; its braces are filled from the path. `handler`: the handler checks,
 * because the rule depends on stored data; `rule` describes it in words.
 */
export type PermissionRule =
  | 'public'
  | 'session'
  | { readonly needs: string }
  | { readonly anyOf: readonly string[] }
  | { readonly handler: string };

/** Extracts the parameter names of a path: `/views/{viewId}` → `{ viewId: string }`. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<Rest>
  : unknown;

export interface Shapes {
  /** Shape of the query parameters. */
  readonly query?: object;
  readonly body?: unknown;
  readonly answer?: unknown;
}

export interface Endpoint<Path extends string = string, S extends Shapes = Shapes> {
  readonly method: Method;
  readonly path: Path;
  readonly permission: PermissionRule;
  /** Status of a successful answer; default 200, or 204 without a body. */
  readonly status: number;
  /** Media type of the answer; JSON by default. */
  readonly produces: 'json' | 'text' | 'csv' | 'bytes' | 'nothing';
  /** Media type of the request body. Two endpoints may differ only in this. */
  readonly consumes: 'json' | 'text';
  /** Phantom member that only carries the types. */
  readonly shapes?: S;
}

interface Options {
  readonly status?: number;
  readonly produces?: Endpoint['produces'];
  /** Media type of the request body; default JSON. */
  readonly consumes?: Endpoint['consumes'];
}

/* @__NO_SIDE_EFFECTS__ */
function described(method: Method, path: string, permission: PermissionRule, options: Options = {}): Endpoint {
  const { produces = 'json', consumes = 'json' } = options;
  const status = options.status ?? (produces === 'nothing' ? 204 : 200);
  return { method, path, permission, produces, consumes, status };
}

type Describe<S extends Shapes> = <const Path extends string>(
  ...said: [method: Method, path: Path, permission: PermissionRule, options?: Options]
) => Endpoint<Path, S>;

/**
 * Describes one endpoint. The returned function is shared by all, because a separate closure for each would be written
 * out in the bundle.
 * @example export const getView = endpoint<{ answer: View }>()('GET', '/views/{viewId}', { handler: 'view:read:{id}'
 * });
 */
export function endpoint<S extends Shapes>(): Describe<S> {
  return described as Describe<S>;
}

export type ParamsOf<E> = E extends Endpoint<infer Path, Shapes> ? PathParams<Path> : never;
export type QueryOf<E> = E extends Endpoint<string, infer S> ? (S extends { query: infer Q } ? Q : undefined) : never;
export type BodyOf<E> = E extends Endpoint<string, infer S> ? (S extends { body: infer B } ? B : undefined) : never;
export type AnswerOf<E> = E extends Endpoint<string, infer S> ? (S extends { answer: infer A } ? A : undefined) : never;

/**
 * Fills the parameters of a path. Only this function encodes ids and names: `..`, `/`, `\` and `%2f` cannot leave the
 * route (a segment of dots is refused).
 * @throws RangeError when a parameter is missing, empty or consists of dots
 */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined || value === '' || /^\.+$/.test(value)) {
      throw new RangeError(`Path ${path}: "${name}" must not be empty or dots, got ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
}
