import { storable } from './storable.js';
import type { PluginConfig } from './face.js';

/** The configuration that an element of a plug-in told, as it can be stored; an error with the rest of a sentence about it. */
export function checkedConfig(event: Event): PluginConfig | Error {
  try {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    return storable((detail as { readonly config?: unknown } | null | undefined)?.config);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
