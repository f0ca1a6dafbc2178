/** Finding about a stretch of a rule's text: by the server, by the editor's own diagnoses, or by a run on samples. */
export type FindingKind = 'error' | 'warning' | 'hint';

/** A change of the text that mends a finding. */
export interface QuickFix {
  readonly label: string;
  /** In ascending order; they do not overlap. */
  readonly edits: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
}

export interface Finding {
  readonly kind: FindingKind;
  /** Offsets in UTF-16 units; `from` = `to` marks the line only. */
  readonly from: number;
  readonly to: number;
  /** In few words, after the place. */
  readonly title: string;
  readonly text?: string;
  /** Name of the diagnosis, by which a comment can ignore it; errors have none. */
  readonly code?: string;
  readonly fix?: QuickFix;
}

export function applied(source: string, { edits }: QuickFix): string {
  return edits.reduceRight((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), source);
}
