import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ConfigurableType } from '../../api/contract/config-fields.js';
import type { Decorator } from '../../api/contract/searches.js';
import { reasonOf } from '../../api/failures.js';
import { decoratorTypesQuery } from '../../api/queries/decorators.js';
import { decoratorEditorMachine, deleteDecoratorQuestion } from '../../machines/decorator-editor.js';
import { useConnection } from '../element/connection-context.js';
import { Alert } from '../kit/alert.js';
import { ErrorPanel } from '../kit/error-panel.js';
import { useConfirm } from '../kit/feedback.js';
import { Loading } from '../kit/loading.js';
import { Select } from '../kit/select.js';
import { SortableList } from '../kit/sortable-list.js';
import { space, tokens } from '../kit/tokens.js';
import { DecoratorForm } from './decorator-form.js';
import { DecoratorItem } from './decorator-item.js';
import type { PreviewSample } from './decorator-preview.js';
import { texts, typeName } from './texts.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: `${space.xl}px`, minWidth: 0 },
  list: { gap: `${space.m}px` },
  item: {
    alignItems: 'flex-start',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '4px',
    backgroundColor: tokens.surface.card,
    padding: `${space.xs}px`,
  },
});

export interface DecoratorsEditorProps {
  /** Initial decorators, read once: pass a new `key` when they change outside the editor. */
  readonly decorators: readonly Decorator[];
  readonly onChange: (decorators: readonly Decorator[]) => void;
  /** Stream of new decorators; null: searches without stream. */
  readonly stream?: string | null;
  /** Messages that a preview examines. */
  readonly sample: Omit<PreviewSample, 'before'>;
  readonly mayCreate?: boolean;
  readonly mayDelete?: boolean;
}

/**
 * Lets users create, edit, delete and sort the decorators of a message table or a stream; each change is reported at
 * once.
 */
export function DecoratorsEditor(props: DecoratorsEditorProps): ReactNode {
  const { client } = useConnection();
  const types = useQuery(decoratorTypesQuery(client));
  if (types.isError) {
    return (
      <ErrorPanel title={texts.loadFailed} errors={[reasonOf(types.error)]} onRetry={() => void types.refetch()} />
    );
  }
  return types.data ? <Editor {...props} types={types.data} /> : <Loading />;
}

function Editor({
  decorators: given,
  onChange,
  stream = null,
  sample,
  mayCreate = true,
  mayDelete = true,
  types,
}: DecoratorsEditorProps & { readonly types: Readonly<Record<string, ConfigurableType>> }) {
  const styles = useStyles();
  const confirm = useConfirm();
  const actor = useActorRef(decoratorEditorMachine, { input: { decorators: given, stream } });
  const state = useSelector(actor, (snapshot) => snapshot);
  const { decorators, decoratorId, type } = state.context;
  const latest = useRef({ onChange, confirm });
  useEffect(() => {
    latest.current = { onChange, confirm };
  });
  useEffect(() => {
    const subscription = actor.on('decoratorsChanged', (event) => latest.current.onChange(event.decorators));
    return () => subscription.unsubscribe();
  }, [actor]);
  const confirming = state.matches('confirming');
  useEffect(() => {
    if (!confirming) return;
    const question = { title: texts.deleteTitle, text: deleteDecoratorQuestion, confirm: texts.delete, danger: true };
    void latest.current.confirm(question).then((confirmed) => {
      actor.send({ type: confirmed ? 'confirmed' : 'cancelled' });
    });
  }, [confirming, actor]);

  const creating = state.matches('creating') && type !== undefined ? types[type] : undefined;
  const options = Object.values(types)
    .map((kind) => ({ value: kind.type, label: typeName(kind) }))
    .sort((left, right) => left.label.localeCompare(right.label, 'en'));
  const sampleBefore = (index: number): PreviewSample => ({ ...sample, before: decorators.slice(0, index) });
  return (
    <div className={styles.root}>
      {mayCreate && (
        <Select
          aria-label={texts.select}
          placeholder={texts.select}
          options={options}
          value={creating ? type : undefined}
          onChange={(decoratorType) => {
            // The user selected another type while creating a decorator, so the unfinished one is cancelled.
            actor.send({ type: 'cancelled' });
            actor.send({ type: 'type.chosen', decoratorType });
          }}
          disabled={state.matches('editing')}
        />
      )}
      {creating && (
        <DecoratorForm
          key={creating.type}
          type={creating}
          sample={sampleBefore(decorators.length)}
          onSubmit={(config) => actor.send({ type: 'submitted', config })}
          onCancel={() => actor.send({ type: 'cancelled' })}
        />
      )}
      {decorators.length === 0 && !creating && <Alert>{texts.none}</Alert>}
      <SortableList
        label={texts.title}
        items={decorators}
        keyOf={({ id }) => String(id)}
        nameOf={(decorator) => typeName(types[decorator.type])}
        onReorder={(order) => actor.send({ type: 'reordered', order: order.flatMap(({ id }) => id ?? []) })}
        fixed={!mayCreate || !state.matches('listing')}
        className={styles.list}
        itemClassName={styles.item}
      >
        {(decorator, index) => {
          const kind = types[decorator.type];
          return state.matches('editing') && decorator.id === decoratorId && kind ? (
            <DecoratorForm
              type={kind}
              decorator={decorator}
              sample={sampleBefore(index)}
              onSubmit={(config) => actor.send({ type: 'submitted', config })}
              onCancel={() => actor.send({ type: 'cancelled' })}
            />
          ) : (
            <DecoratorItem
              type={kind}
              decorator={decorator}
              onEdit={
                mayCreate && kind
                  ? () => {
                      actor.send({ type: 'cancelled' });
                      actor.send({ type: 'edit.requested', decoratorId: String(decorator.id) });
                    }
                  : undefined
              }
              onDelete={
                mayDelete
                  ? () => {
                      actor.send({ type: 'cancelled' });
                      actor.send({ type: 'deletion.requested', decoratorId: String(decorator.id) });
                    }
                  : undefined
              }
            />
          );
        }}
      </SortableList>
    </div>
  );
}
