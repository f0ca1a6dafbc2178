/**
 * Loads the plug-ins listed by the server, each independently: a plug-in that fails to load or register does not affect
 * the others.
 */
import { reasonOf } from '../../api/failures.js';
import { registerPlugin } from '../kit/plugins/register.js';
import { changeSlots, type PluginFailure } from '../kit/plugins/slots.js';

const mostPlugins = 64;
const longestList = 64 * 1024;
/**
 * Time limit in ms for loading the list and each module, so that a hanging module does not keep the console waiting.
 */
const loadWithinMs = 30_000;

/** Requests for plug-in lists on this page, by the address of the list; each list is loaded once. */
const requested = new Map<string, Promise<void>>();

export interface ListedPlugin {
  readonly name: string;
  /** Address of the plug-in's module. */
  readonly url: string;
}

/**
 * Loads the plug-ins of a list. The promise resolves when all have loaded or failed; it never rejects.
 *
 * @param address address of the list, resolved against the page; a list from another origin is not loaded
 */
export function loadPlugins(address: string): Promise<void> {
  const url = new URL(address, document.baseURI);
  const known = requested.get(url.href);
  if (known) return known;
  const loading = load(url);
  requested.set(url.href, loading);
  return loading;
}

async function load(url: URL): Promise<void> {
  try {
    if (url.origin !== window.location.origin) throw new Error(`${url.origin} is not the origin of this page`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(loadWithinMs) });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    const text = await answer.text();
    if (text.length > longestList) throw new Error('the list is too long');
    await Promise.all(listedPlugins(JSON.parse(text), url).map(loadOne));
  } catch (error) {
    console.error('The list of plug-ins could not be loaded', error);
  }
}

/**
 * Returns the entries of a plug-in list, at most `mostPlugins`; entries that are malformed, or whose module is outside
 * the directory of the list, are left out.
 */
export function listedPlugins(answer: unknown, list: URL): readonly ListedPlugin[] {
  const { plugins } = (typeof answer === 'object' ? (answer ?? {}) : {}) as { readonly plugins?: unknown };
  if (!Array.isArray(plugins)) return [];
  return plugins.slice(0, mostPlugins).flatMap((entry: unknown): readonly ListedPlugin[] => {
    const { name, module } = (typeof entry === 'object' ? (entry ?? {}) : {}) as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string' || typeof module !== 'string' || !URL.canParse(module, list)) return [];
    const url = new URL(module, list);
    const below = new URL('.', list).href;
    return url.href.startsWith(below) ? [{ name, url: url.href }] : [];
  });
}

/**
 * Loads and registers a plug-in; a failure is recorded and does not reject.
 *
 * @param place index in the list: plug-ins keep the order of the list regardless of which module loads first
 */
async function loadOne({ name, url }: ListedPlugin, place: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('its module did not end loading')), loadWithinMs);
  });
  try {
    const module = await Promise.race([import(url) as Promise<Readonly<Record<string, unknown>>>, tooLate]);
    const plugin: unknown = module['plugin'] ?? module['default'];
    if (plugin === undefined) throw new Error('its module exports no plugin');
    const { refused } = registerPlugin(plugin as Parameters<typeof registerPlugin>[0], place);
    if (refused.length > 0) tell({ plugin: name, reason: refused.join('; '), partly: true });
  } catch (error) {
    console.error(`The plug-in ${name} could not be loaded`, error);
    tell({ plugin: name, reason: reasonOf(error) });
  } finally {
    clearTimeout(timer);
  }
}

const tell = (failure: PluginFailure): void =>
  changeSlots(({ failures }) => ({ failures: [...failures, { ...failure, reason: failure.reason.slice(0, 500) }] }));
