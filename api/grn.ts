/** GRNs, the server-wide names of entities: `grn::::dashboard:64b5…` (contract dashboards-sharing-alerts, type GRN). */

export interface EntityName {
  /** Type of the entity in lower case: `dashboard`, `search`, `stream` … */
  readonly type: string;
  readonly id: string;
}

/** Parses a GRN; undefined when the text is none. The text is lower-cased first, as on the server. */
export function parseGrn(text: string): EntityName | undefined {
  const tokens = text.toLowerCase().split(':');
  const [scheme, , , , type = '', id = ''] = tokens;
  return tokens.length === 6 && scheme === 'grn' && type !== '' && id !== '' ? { type, id } : undefined;
}

export const grnOf = ({ type, id }: EntityName): string => `grn::::${type.toLowerCase()}:${id}`;

/** Builds the GRN of a saved search or a dashboard from a view, whose type is upper case in the API. */
export const viewGrn = ({ type, id }: EntityName): string => grnOf({ type, id });
