/**
 * Validates the registration of a plug-in, which may have any shape. The functions have no side effects, except that
 * they run getters of the plug-in's objects.
 */
import type {
  PluginDecoratorPanel,
  PluginEventAction,
  PluginLink,
  PluginMenuItem,
  PluginRoute,
  PluginValueAction,
  PluginVisualization,
  PluginWidgetType,
} from './face.js';
import type { PluginKind, PluginParts } from './slots.js';
import { storable } from './storable.js';

type Given = Readonly<Record<string, unknown>>;

/** Maximum number of parts of one kind that a plug-in may register. */
const mostParts = 50;
const mostChildren = 30;
const mostPermissions = 20;

const plugInName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const typeName = /^[\w.:-]{1,80}$/;
const tagName = /^[a-z][a-z0-9._]*-[a-z0-9._-]{0,80}$/;
const routePath = /^(\/(:[A-Za-z]\w*|[A-Za-z0-9_~-]+)){1,12}$/;
/** Matches the target of a menu item: a route of the console with or without a query string. */
const linkPath = /^\/(?!\/)[^\s\\]{0,500}$/;

function given(value: unknown): Given {
  if (typeof value !== 'object' || value === null) throw new Error('it is no object');
  return value as Given;
}

function matching(value: unknown, name: string, pattern: RegExp): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new Error(
    `its ${name} ${typeof value === 'string' ? `${JSON.stringify(value.slice(0, 80))} ` : ''}is not valid`,
  );
}

const title = (value: unknown): string =>
  matching(typeof value === 'string' ? value.trim() : value, 'title', /^.{1,80}$/u);

/**
 * Returns a valid tag of a custom element. Throws if the tag is invalid, or if its prefix is that of the console's
 * elements (`log-…`).
 */
function tag(value: unknown, name = 'element'): string {
  const text = matching(value, name, tagName);
  if (text.startsWith('log-')) throw new Error(`its ${name} is one of the console`);
  return text;
}

function permissions(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > mostPermissions) throw new Error('its permissions are not valid');
  return value.map((one: unknown) => matching(one, 'permission', /^[\w.*:-]{1,200}$/));
}

function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined ? undefined : read(value);
}

/** Returns a part without its undefined properties. */
function withoutUndefined<T extends object>(part: T): T {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as T;
}

function callback<Callback>(value: unknown, name: string): Callback | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'function') throw new Error(`its ${name} is no function`);
  return value as Callback;
}

function link(value: unknown): PluginLink {
  const one = given(value);
  return {
    title: title(one['title']),
    path: matching(one['path'], 'path', linkPath),
    permissions: permissions(one['permissions']),
  };
}

type Action = PluginValueAction | PluginEventAction;

/**
 * Returns the common properties of value and event actions: id, title, link or element, and the function that returns
 * whether the action is offered.
 */
function action<Kind extends Action>(one: Given): Pick<Kind, 'id' | 'title' | 'isOffered' | 'href' | 'element'> {
  const element = optional(one['element'], (value) => tag(value));
  const href = callback<NonNullable<Kind['href']>>(one['href'], 'href');
  if ((element === undefined) === (href === undefined)) throw new Error('it needs an element, or href');
  const isOffered = callback<NonNullable<Kind['isOffered']>>(one['isOffered'], 'isOffered');
  return {
    id: matching(one['id'], 'id', typeName),
    title: title(one['title']),
    ...(isOffered && { isOffered }),
    ...(href && { href }),
    ...(element !== undefined && { element }),
  };
}

const readers: { readonly [Kind in PluginKind]: (one: Given) => PluginParts[Kind] } = {
  routes: (one): PluginRoute => ({
    path: matching(one['path'], 'path', routePath),
    title: title(one['title']),
    element: tag(one['element']),
    permissions: permissions(one['permissions']),
  }),
  menuItems(one): PluginMenuItem {
    const { children } = one;
    const path = optional(one['path'], (value) => matching(value, 'path', linkPath));
    if (children !== undefined && (!Array.isArray(children) || children.length > mostChildren || children.length === 0))
      throw new Error('its children are not valid');
    if ((path === undefined) === (children === undefined)) throw new Error('it needs a path, or children');
    const place = optional(one['place'], (value) => matching(value, 'place', /^(main|system)$/) as 'main' | 'system');
    if (place === 'system' && path === undefined) throw new Error('an entry of the System menu has no children');
    return withoutUndefined<PluginMenuItem>({
      title: title(one['title']),
      permissions: permissions(one['permissions']),
      ...(path !== undefined && { path }),
      ...(children !== undefined && { children: children.map(link) }),
      ...(place && { place }),
    });
  },
  widgetTypes(one): PluginWidgetType {
    const editor = optional(one['editor'], (value) => tag(value, 'editor'));
    const search = callback<NonNullable<PluginWidgetType['search']>>(one['search'], 'search');
    return {
      type: matching(one['type'], 'type', typeName),
      title: title(one['title']),
      element: tag(one['element']),
      config: optional(one['config'], storable) ?? {},
      ...(editor !== undefined && { editor }),
      ...(search && { search }),
    };
  },
  visualizations: (one): PluginVisualization => ({
    type: matching(one['type'], 'type', typeName),
    title: title(one['title']),
    element: tag(one['element']),
  }),
  valueActions: (one): PluginValueAction => ({
    ...action<PluginValueAction>(one),
    kind: optional(one['kind'], (value) => matching(value, 'kind', /^(field|value)$/) as 'field' | 'value') ?? 'value',
  }),
  decoratorPanels: (one): PluginDecoratorPanel => ({
    type: matching(one['type'], 'type', typeName),
    element: tag(one['element']),
  }),
  eventActions: (one) => action<PluginEventAction>(one),
};

/**
 * Returns the name of a plug-in.
 * @throws Error if `plugin` is no object or its name is not valid
 */
export function checkedName(plugin: unknown): string {
  return matching(given(plugin)['name'], 'name', plugInName);
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);

/**
 * Returns a plug-in's valid parts of one kind, and an error text for each invalid part. A part that throws while it is
 * validated does not affect the other parts.
 */
export function checkedParts<Kind extends PluginKind>(
  plugin: unknown,
  kind: Kind,
): { readonly parts: readonly PluginParts[Kind][]; readonly refused: readonly string[] } {
  const parts: PluginParts[Kind][] = [];
  const refused: string[] = [];
  try {
    const list = given(plugin)[kind];
    if (list === undefined) return { parts, refused };
    if (!Array.isArray(list)) return { parts, refused: [`${kind} is no list`] };
    if (list.length > mostParts) refused.push(`${kind} has ${list.length} entries; the first ${mostParts} count`);
    for (let index = 0; index < Math.min(list.length, mostParts); index += 1) {
      try {
        parts.push(readers[kind](given(list[index])));
      } catch (error) {
        refused.push(`${kind}[${index}]: ${reasonOf(error)}`);
      }
    }
  } catch (error) {
    refused.push(`${kind}: ${reasonOf(error)}`);
  }
  return { parts, refused };
}
