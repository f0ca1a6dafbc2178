/**
 * Describes an endpoint once: method, path, permission, and the types of its request and answer. From these values the
 * client, the routes of the embedded server and the conformance tests get their types. The schemas for validation are
 * in `<resource>.schema.ts`; only the server uses the schemas.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Defines who may call an endpoint:
 * – `public`: anybody
 * – `session`: any signed-in user
 * – `needs`: users with the permission, for example `streams:read:{streamId}`, whose braces are filled from the path
 * – `anyOf`: users with at least one of the permissions
 * – `handler`: the handler checks a rule that the other forms cannot express, for example one that depends on stored
 *   data; the text describes the rule
 * – `also`: the text describes what the handler checks in addition
 */
export type PermissionRule =
  | 'public'
  | 'session'
  | { readonly needs: string; readonly also?: string }
  | { readonly anyOf: readonly string[] }
  | { readonly handler: string };

/** Extracts the parameter names of a path: `/views/{viewId}` → `{ viewId: string }`. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<Rest>
  : unknown;

export interface Shapes {
  /** Type of the query parameters. */
  readonly query?: object;
  readonly body?: unknown;
  readonly answer?: unknown;
}

export interface Endpoint<Path extends string = string, S extends Shapes = Shapes> {
  readonly method: Method;
  readonly path: Path;
  readonly permission: PermissionRule;
  /** HTTP status of a successful answer: 200 by default, 204 when the endpoint produces nothing. */
  readonly status: number;
  /** Form of the answer's body. */
  readonly produces: 'json' | 'text' | 'csv' | 'bytes' | 'nothing';
  /** Form of the request body; two endpoints may share method and path and differ only in this. */
  readonly consumes: 'json' | 'text';
  /** Phantom member: it never has a value and only carries the types. */
  readonly shapes?: S;
}

interface Options {
  readonly status?: number;
  readonly produces?: Endpoint['produces'];
  /** Form of the request body; JSON by default. */
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
 * Describes one endpoint; the type argument gives the types of its query, body and answer. The returned function is the
 * same for every endpoint, because a separate closure for each endpoint would enlarge the bundle.
 * @example
 * export const getView = endpoint<{ answer: View }>()('GET', '/views/{viewId}', { handler: 'view:read:{id}' });
 */
export function endpoint<S extends Shapes>(): Describe<S> {
  return described as Describe<S>;
}

export type ParamsOf<E> = E extends Endpoint<infer Path, Shapes> ? PathParams<Path> : never;
export type QueryOf<E> = E extends Endpoint<string, infer S> ? (S extends { query: infer Q } ? Q : undefined) : never;
export type BodyOf<E> = E extends Endpoint<string, infer S> ? (S extends { body: infer B } ? B : undefined) : never;
export type AnswerOf<E> = E extends Endpoint<string, infer S> ? (S extends { answer: infer A } ? A : undefined) : never;

/**
 * Returns a path with its parameters filled in. Only this function encodes ids and names, so that values with `/`, `\`
 * or `%2f` stay within their segment of the path.
 * @throws RangeError when a parameter is missing, empty or consists only of dots
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
