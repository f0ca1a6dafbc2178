import { storable } from './storable.js';
import type { PluginConfig } from './face.js';

/**
 * Checks a configuration that a plug-in's element reported and returns it in storable form, or an error whose text
 * completes a sentence.
 */
export function checkedConfig(event: Event): PluginConfig | Error {
  try {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    return storable((detail as { readonly config?: unknown } | null | undefined)?.config);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
