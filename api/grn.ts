/** Names of entities across the server: `grn::::dashboard:64b5…` (contract dashboards-sharing-alerts, type GRN). */

export interface EntityName {
  /** `dashboard`, `search`, `stream` … in lower case. */
  readonly type: string;
  readonly id: string;
}

/** Undefined when the text is no GRN. Parsing is done in lower case, as the server does. */
export function parseGrn(text: string): EntityName | undefined {
  const tokens = text.toLowerCase().split(':');
  const [scheme, , , , type = '', id = ''] = tokens;
  return tokens.length === 6 && scheme === 'grn' && type !== '' && id !== '' ? { type, id } : undefined;
}

export const grnOf = ({ type, id }: EntityName): string => `grn::::${type.toLowerCase()}:${id}`;

/** Names a saved search or a dashboard as a GRN; the view's type is upper case on the wire. */
export const viewGrn = ({ type, id }: EntityName): string => grnOf({ type, id });
