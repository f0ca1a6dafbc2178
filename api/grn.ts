/**
 * GRNs: names of entities that are unique on a server, `grn::::dashboard:64b5…` (contract dashboards-sharing-alerts,
 * type GRN).
 */

export interface EntityName {
  /** Type of the entity in lower case, for example `dashboard`, `search` or `stream`. */
  readonly type: string;
  readonly id: string;
}

/**
 * Parses a GRN, regardless of its case as the server does: type and id are returned in lower case. Returns undefined
 * when the text is no GRN.
 */
export function parseGrn(text: string): EntityName | undefined {
  const tokens = text.toLowerCase().split(':');
  const [scheme, , , , type = '', id = ''] = tokens;
  return tokens.length === 6 && scheme === 'grn' && type !== '' && id !== '' ? { type, id } : undefined;
}

export const grnOf = ({ type, id }: EntityName): string => `grn::::${type.toLowerCase()}:${id}`;

/** Returns the GRN of a saved search or dashboard; the type of a view is in upper case in the API. */
export const viewGrn = ({ type, id }: EntityName): string => grnOf({ type, id });
