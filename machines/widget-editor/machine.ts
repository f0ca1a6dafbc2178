/**
 * State of an aggregation editor (spec 2 §2 "Aggregation widget editor", §4; screens/search.md §9).
 *
 * ```
 * editing (parallel): draft unchanged ◀─▶ changed against the widget
 *                     preview  resting ─ preview.requested ─▶ updating ─ execution.finished ─▶ resting
 *                     question none ─ a sort or pin in the table, while changed ─▶ asked ─ confirmed | declined ─▶ none
 * editing ─ apply.requested ─▶ applied     ─ cancel.requested ─▶ cancelled
 * ```
 * - Only a valid and changed form becomes a preview. Applying first takes over a valid form; an invalid form cannot be
 *   applied.
 * - Sorting or pinning in the preview changes the widget immediately; if there are unsaved changes the machine first
 *   asks the user and then rolls the changes back.
 * - Units and thresholds are not part of the configuration: the form contains them, and the preview shows them
 *   immediately.
 * - Colours chosen in the preview do not change the form; the viewport of a map becomes part of it.
 *
 * The machine emits `configWanted {config}` for the widget, `applied` and `cancelled`. The owner of the widget restores
 * it on `cancelled`.
 */
import { assign, emit, enqueueActions, setup } from 'xstate';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import type { Ids } from '../view/ids.js';
import { randomIds } from '../view/ids.js';
import type { MetricLooks } from '../view/metric-look.js';
import { sameWire } from '../wire-equality.js';
import type { AggregationForm } from './form.js';
import { configOf, formOf, looksOf } from './form.js';
import type { FormProblems } from './validation.js';
import { isValid, problemsOf } from './validation.js';

/** Question before unsaved changes are rolled back, in the exact words of spec 2 §8. */
export const rollbackQuestion = 'You have unsaved changes in configuration form. This action will rollback them';

export interface WidgetEditorContext {
  /** Configuration of the widget with which the form is compared. */
  readonly base: AggregationConfig;
  readonly form: AggregationForm;
  readonly problems: FormProblems;
  /** Configuration from the preview that waits until the user confirms that unsaved changes are rolled back. */
  readonly asked: AggregationConfig | undefined;
  readonly ids: Ids;
}

export type WidgetEditorEvent =
  | { type: 'form.changed'; form: AggregationForm }
  | { type: 'preview.requested' }
  | { type: 'execution.finished' }
  /** The preview itself changed the configuration: sort, pinned columns, colours, or the viewport of a map. */
  | { type: 'config.changed'; config: AggregationConfig }
  | { type: 'confirmed' }
  | { type: 'declined' }
  | { type: 'apply.requested' }
  | { type: 'cancel.requested' };

export type WidgetEditorEmitted =
  { type: 'configWanted'; config: AggregationConfig } | { type: 'applied' } | { type: 'cancelled' };

const isChanged = ({ form, base }: Pick<WidgetEditorContext, 'form' | 'base'>): boolean =>
  !sameWire(configOf(form, base), configOf(formOf(base, randomIds), base));

/** Tells whether two configurations are equal except for the given members. */
function differOnlyIn(left: AggregationConfig, right: AggregationConfig, keys: readonly string[]): boolean {
  const rest = (config: AggregationConfig) =>
    Object.fromEntries(Object.entries(config).filter(([name]) => !keys.includes(name)));
  return sameWire(rest(left), rest(right));
}

export const widgetEditorMachine = setup({
  types: {
    context: {} as WidgetEditorContext,
    events: {} as WidgetEditorEvent,
    input: {} as { config: AggregationConfig; looks?: MetricLooks | undefined; ids?: Ids | undefined },
    emitted: {} as WidgetEditorEmitted,
  },
  actions: {
    takeForm: assign((_, { form }: { form: AggregationForm }) => ({ form, problems: problemsOf(form) })),
    wantForm: enqueueActions(({ context: { form, base }, enqueue }) => {
      const config = configOf(form, base);
      enqueue.assign({ base: config });
      enqueue.emit({ type: 'configWanted', config });
    }),
    /** Replaces the form by the given configuration of the widget and so discards unsaved changes. */
    takeConfig: enqueueActions(
      ({ context: { ids, form: before }, enqueue }, { config }: { config: AggregationConfig }) => {
        const form = formOf(config, ids, looksOf(before));
        enqueue.assign({ base: config, form, problems: problemsOf(form), asked: undefined });
        enqueue.emit({ type: 'configWanted', config });
      },
    ),
    takeColors: enqueueActions(({ enqueue }, { config }: { config: AggregationConfig }) => {
      enqueue.assign({ base: config });
      enqueue.emit({ type: 'configWanted', config });
    }),
    takeMapView: assign(({ context: { form } }, { config }: { config: AggregationConfig }) => {
      const moved = {
        ...form,
        visualization: { ...form.visualization, config: config.visualization_config ?? {} },
      };
      return { form: moved, problems: problemsOf(moved) };
    }),
    ask: assign((_, { config }: { config: AggregationConfig }) => ({ asked: config })),
    forget: assign({ asked: undefined }),
  },
  guards: {
    isValid: ({ context }) => isValid(context.problems),
    isReady: ({ context }) => isValid(context.problems) && isChanged(context),
    isChanged: ({ context }) => isChanged(context),
    isUnchanged: ({ context }) => !isChanged(context),
    isColorsOnly: ({ context }, { config }: { config: AggregationConfig }) =>
      differOnlyIn(context.base, config, ['formatting_settings']),
    isMapView: ({ context }, { config }: { config: AggregationConfig }) =>
      config.visualization === 'map' && differOnlyIn(context.base, config, ['visualization_config']),
  },
}).createMachine({
  id: 'widgetEditor',
  context: ({ input }) => {
    const ids = input.ids ?? randomIds;
    const form = formOf(input.config, ids, input.looks);
    return { base: input.config, form, problems: problemsOf(form), asked: undefined, ids };
  },
  initial: 'editing',
  states: {
    editing: {
      type: 'parallel',
      on: {
        'form.changed': { actions: { type: 'takeForm', params: ({ event }) => ({ form: event.form }) } },
        'apply.requested': [
          { guard: 'isReady', target: 'applied', actions: 'wantForm' },
          { guard: 'isValid', target: 'applied' },
        ],
        'cancel.requested': 'cancelled',
      },
      states: {
        draft: {
          initial: 'unchanged',
          states: {
            unchanged: { always: { guard: 'isChanged', target: 'changed' } },
            changed: { always: { guard: 'isUnchanged', target: 'unchanged' } },
          },
        },
        preview: {
          initial: 'resting',
          states: {
            resting: {
              on: { 'preview.requested': { guard: 'isReady', target: 'updating', actions: 'wantForm' } },
            },
            updating: { on: { 'execution.finished': 'resting' } },
          },
        },
        question: {
          initial: 'none',
          states: {
            none: {
              on: {
                'config.changed': [
                  {
                    guard: { type: 'isColorsOnly', params: ({ event }) => ({ config: event.config }) },
                    actions: { type: 'takeColors', params: ({ event }) => ({ config: event.config }) },
                  },
                  {
                    guard: { type: 'isMapView', params: ({ event }) => ({ config: event.config }) },
                    actions: { type: 'takeMapView', params: ({ event }) => ({ config: event.config }) },
                  },
                  {
                    guard: 'isChanged',
                    target: 'asked',
                    actions: { type: 'ask', params: ({ event }) => ({ config: event.config }) },
                  },
                  { actions: { type: 'takeConfig', params: ({ event }) => ({ config: event.config }) } },
                ],
              },
            },
            asked: {
              on: {
                confirmed: {
                  target: 'none',
                  // In the state `asked` the member `asked` is always set; the fallback `base` only satisfies the type.
                  actions: {
                    type: 'takeConfig',
                    params: ({ context }) => ({ config: context.asked ?? context.base }),
                  },
                },
                declined: { target: 'none', actions: 'forget' },
              },
            },
          },
        },
      },
    },
    applied: { type: 'final', entry: emit({ type: 'applied' as const }) },
    cancelled: { type: 'final', entry: emit({ type: 'cancelled' as const }) },
  },
});
