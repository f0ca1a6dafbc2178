import { storable } from './storable.js';
import type { PluginConfig } from './face.js';

/**
 * Returns a storable copy of the configuration that an element of a plug-in reported in an event, or an error if the
 * configuration is not valid. The error's message is a clause for use after the element's name.
 */
export function checkedConfig(event: Event): PluginConfig | Error {
  try {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    return storable((detail as { readonly config?: unknown } | null | undefined)?.config);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
