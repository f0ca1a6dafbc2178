/** Contains the routes of the pages about the extractors of an input (screens/data-intake.md X1). */
import type { ExtractorType } from '../../api/extractors/types/index.js';
import { routeOf } from './pages.js';

/** Input and node in the address of an extractor page; the extractors of an input do not depend on the node. */
export interface InputPlace {
  readonly inputId: string;
  /** Id of the node; absent for a global input. */
  readonly nodeId?: string | null | undefined;
}

/** Initial values of a new extractor. */
export interface ExtractorStart {
  readonly type: ExtractorType;
  readonly field: string;
  /** Index of the example message; `messageId` is the id of the message. */
  readonly index: string;
  readonly messageId: string;
  /** First values of the form, as JSON (machines/computed-extractor.ts). */
  readonly draft?: string;
}

const isEntityId = (text: string): boolean => /^[0-9a-f]{24}$/.test(text);

/**
 * Returns the input and the optional node of an address. The address may contain both ids in either order, because
 * consoles have written both orders. An input id has 24 hexadecimal digits; a node id is longer. If this does not tell
 * the ids apart, the node comes first, as in the console's own links.
 */
export function inputPlaceOf({ nodeId, inputId = '' }: Readonly<Record<string, string>>): InputPlace {
  const isOtherOrder = nodeId !== undefined && isEntityId(nodeId) && !isEntityId(inputId);
  return isOtherOrder ? { inputId: nodeId, nodeId: inputId } : { inputId, nodeId };
}

export const extractorsRoute = ({ inputId, nodeId }: InputPlace): string =>
  nodeId
    ? routeOf('/system/inputs/:nodeId/:inputId/extractors', { nodeId, inputId })
    : routeOf('/system/inputs/:inputId/extractors', { inputId });

export function newExtractorRoute(place: InputPlace, { type, field, index, messageId, draft }: ExtractorStart): string {
  const start = {
    extractor_type: type,
    field,
    example_index: index,
    example_id: messageId,
    ...(draft !== undefined && { draft }),
  };
  return `${extractorsRoute(place)}/new?${new URLSearchParams(start).toString()}`;
}
