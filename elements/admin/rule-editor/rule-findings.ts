/**
 * Underlines findings and marks their lines in the gutter: a dot for an error, a square for a warning, a ring for a
 * hint.
 */
import {
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
} from '@codemirror/state';
import { Decoration, EditorView, gutterLineClass, GutterMarker, gutter, type DecorationSet } from '@codemirror/view';
import type { Finding, FindingKind } from '../../../machines/pipelines/finding.js';

export const setFindings = StateEffect.define<readonly Finding[]>();

const rank: Readonly<Record<FindingKind, number>> = { error: 2, warning: 1, hint: 0 };

/** Holds the findings; their positions follow edits until new findings arrive. */
const findingsField = StateField.define<readonly Finding[]>({
  create: () => [],
  update(current, { effects, docChanged, changes, newDoc }) {
    const latest = effects.find((effect) => effect.is(setFindings));
    const next: readonly Finding[] = latest
      ? (latest.value as readonly Finding[])
      : docChanged
        ? current.map((one) => ({ ...one, from: changes.mapPos(one.from, 1), to: changes.mapPos(one.to, -1) }))
        : current;
    return next === current ? current : next.filter(({ from, to }) => from <= to && to <= newDoc.length);
  },
});

const underline: Readonly<Record<FindingKind, Decoration>> = {
  error: Decoration.mark({ class: 'cm-finding-error' }),
  warning: Decoration.mark({ class: 'cm-finding-warning' }),
  hint: Decoration.mark({ class: 'cm-finding-hint' }),
};
const lineClass: Readonly<Record<FindingKind, Decoration>> = {
  error: Decoration.line({ class: 'cm-line-error' }),
  warning: Decoration.line({ class: 'cm-line-warning' }),
  hint: Decoration.line({}),
};

/**
 * Returns the start offset of every line in which a finding begins, in ascending order, each with the worst kind of
 * these findings.
 */
function worstByLine(state: EditorState): readonly (readonly [from: number, kind: FindingKind])[] {
  const worst = new Map<number, FindingKind>();
  for (const { from, kind } of state.field(findingsField)) {
    const line = state.doc.lineAt(Math.min(from, state.doc.length)).from;
    const before = worst.get(line);
    if (before === undefined || rank[kind] > rank[before]) worst.set(line, kind);
  }
  return [...worst].sort(([one], [other]) => one - other);
}

function decorationsOf(state: EditorState): DecorationSet {
  const lines = worstByLine(state).map(([from, kind]) => lineClass[kind].range(from));
  const marks = state
    .field(findingsField)
    .filter(({ from, to }) => from < to)
    .map(({ from, to, kind }) => underline[kind].range(from, to));
  return Decoration.set([...lines, ...marks], true);
}

class FindingMarker extends GutterMarker {
  constructor(readonly kind: FindingKind) {
    super();
  }
  override eq(other: FindingMarker): boolean {
    return other.kind === this.kind;
  }
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = `cm-mark cm-mark-${this.kind}`;
    return mark;
  }
}
const markers: Readonly<Record<FindingKind, FindingMarker>> = {
  error: new FindingMarker('error'),
  warning: new FindingMarker('warning'),
  hint: new FindingMarker('hint'),
};

class LineNumberClass extends GutterMarker {
  override elementClass = 'cm-number-error';
}
const numberOfError = new LineNumberClass();

export const ruleFindings: Extension = [
  findingsField,
  EditorView.decorations.compute([findingsField], decorationsOf),
  gutter({
    class: 'cm-marks',
    markers: (view) => {
      const builder = new RangeSetBuilder<GutterMarker>();
      for (const [from, kind] of worstByLine(view.state)) builder.add(from, from, markers[kind]);
      return builder.finish();
    },
    lineMarkerChange: (update) => update.startState.field(findingsField) !== update.state.field(findingsField),
    initialSpacer: () => markers.error,
  }),
  gutterLineClass.compute([findingsField], (state) =>
    RangeSet.of(
      worstByLine(state)
        .filter(([, kind]) => kind === 'error')
        .map(([from]) => numberOfError.range(from)),
    ),
  ),
  EditorView.contentAttributes.compute([findingsField], (state) => ({
    'aria-invalid': String(state.field(findingsField).some(({ kind }) => kind === 'error')),
  })),
];

/** Returns the findings whose range contains an offset; findings of an empty range are left out. */
export const findingsAt = (state: EditorState, at: number): readonly Finding[] =>
  state.field(findingsField).filter(({ from, to }) => from <= at && at <= to && from < to);
