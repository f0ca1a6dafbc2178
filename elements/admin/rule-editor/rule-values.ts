/** Shows grey chips after sub-expressions with their values for the selected sample message. */
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';

export interface ShownValue {
  /** Offset of the end of the expression. */
  readonly at: number;
  /** Shortened text; the tooltip has the whole value. */
  readonly text: string;
  readonly full: string;
  /** True when the expression was not evaluated, for example by short-circuiting. */
  readonly skipped?: boolean;
}

export const setValues = StateEffect.define<readonly ShownValue[]>();

class ValueChip extends WidgetType {
  constructor(readonly value: ShownValue) {
    super();
  }
  override eq({ value }: ValueChip): boolean {
    return value.text === this.value.text && value.full === this.value.full && value.skipped === this.value.skipped;
  }
  override toDOM(): HTMLElement {
    const chip = document.createElement('span');
    chip.className = this.value.skipped ? 'cm-value cm-value-skipped' : 'cm-value';
    chip.textContent = this.value.text;
    chip.title = this.value.full;
    return chip;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** Values disappear as soon as the text changes, because they belong to the earlier text. */
const valuesField = StateField.define<readonly ShownValue[]>({
  create: () => [],
  update(current, { effects, docChanged }) {
    const latest = effects.find((effect) => effect.is(setValues));
    if (latest) return latest.value as readonly ShownValue[];
    return docChanged && current.length > 0 ? [] : current;
  },
});

export const ruleValues: Extension = [
  valuesField,
  EditorView.decorations.compute([valuesField], (state) =>
    Decoration.set(
      state
        .field(valuesField)
        .filter(({ at }) => at <= state.doc.length)
        .map((value) => Decoration.widget({ widget: new ValueChip(value), side: 1 }).range(value.at)),
      true,
    ),
  ),
];
