import type { Span } from '../../api/pipeline-language/index.js';

/**
 * Severity of a finding about a part of the source of a rule or pipeline. Findings come from the server, from the
 * editor's checks, or from a run on samples.
 */
export type FindingKind = 'error' | 'warning' | 'hint';

/** A change of the source that removes a finding. */
export interface QuickFix {
  readonly label: string;
  /** Edits in ascending order of their places, which do not overlap. */
  readonly edits: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
}

export interface Finding {
  readonly kind: FindingKind;
  /**
   * Start of the part as an offset in UTF-16 units; `to` is its exclusive end. If both are equal, only the line is
   * marked.
   */
  readonly from: number;
  readonly to: number;
  /** Short text that the editor shows after the position. */
  readonly title: string;
  readonly text?: string;
  /**
   * Code by which a comment can ignore the finding. It is absent if the finding cannot be ignored, for example an
   * error.
   */
  readonly code?: string;
  readonly fix?: QuickFix;
}

export function applied(source: string, { edits }: QuickFix): string {
  return edits.reduceRight((text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to), source);
}

/** Returns the quick fix that wraps a part of the source in a call, for example `to_long(…)`. */
export function wrapped({ from, to }: Span, call: string): QuickFix {
  return {
    label: `Wrap in ${call}()`,
    edits: [
      { from, to: from, insert: `${call}(` },
      { from: to, to, insert: ')' },
    ],
  };
}
