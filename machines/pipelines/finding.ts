/** Finding about a part of a rule's source: from the server, the editor's diagnoses, or a run on samples. */
export type FindingKind = 'error' | 'warning' | 'hint';

/** Change of the source that fixes a finding. */
export interface QuickFix {
  readonly label: string;
  /** Edits in ascending order, without overlap. */
  readonly edits: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
}

export interface Finding {
  readonly kind: FindingKind;
  /** Start offset in UTF-16 units; `from` = `to` marks only the line. */
  readonly from: number;
  readonly to: number;
  /** Short text, shown after the position. */
  readonly title: string;
  readonly text?: string;
  /** Code of the diagnosis, with which a comment can ignore it; errors have none. */
  readonly code?: string;
  readonly fix?: QuickFix;
}

export function applied(source: string, { edits }: QuickFix): string {
  return edits.reduceRight((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), source);
}
