/** Underlines validation findings in a separate layer, so that new findings do not change the DOM of the text. */
import { EditorSelection, StateEffect, StateField } from '@codemirror/state';
import { EditorView, layer, RectangleMarker } from '@codemirror/view';
import type { Finding } from './finding.js';

export const setFindings = StateEffect.define<readonly Finding[]>();

/** The findings; their positions follow edits until new findings arrive. */
const findingsField = StateField.define<readonly Finding[]>({
  create: () => [],
  update(current, transaction) {
    const latest = transaction.effects.find((effect) => effect.is(setFindings));
    const length = transaction.newDoc.length;
    const moved = latest
      ? latest.value
      : transaction.docChanged
        ? current.map((finding) => ({
            ...finding,
            from: transaction.changes.mapPos(finding.from, 1),
            to: transaction.changes.mapPos(finding.to, -1),
          }))
        : current;
    return moved === current ? current : moved.filter(({ from, to }) => from < to && to <= length);
  },
});

const underlines = layer({
  above: false,
  class: 'cm-findings',
  update: (update) =>
    update.docChanged ||
    update.geometryChanged ||
    update.startState.field(findingsField) !== update.state.field(findingsField),
  markers: (view) =>
    view.state
      .field(findingsField)
      .flatMap(({ from, to, severity }) => [
        ...RectangleMarker.forRange(view, `cm-finding cm-finding-${severity}`, EditorSelection.range(from, to)),
      ]),
});

/** Extension for the editor; `setFindings` sets the findings. */
export const queryFindings = [
  findingsField,
  underlines,
  EditorView.contentAttributes.compute([findingsField], (state) => ({
    'aria-invalid': String(state.field(findingsField).some(({ severity }) => severity === 'error')),
  })),
];
