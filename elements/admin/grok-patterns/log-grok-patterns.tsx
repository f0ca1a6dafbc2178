/** The list of grok patterns with everything that is done with them (screens/data-intake.md G1): the element `log-grok-patterns`. */
import { useMutation } from '@tanstack/react-query';
import { makeStyles } from '@griffel/react';
import { useEffect, useState, type ReactNode } from 'react';
import type { GrokPattern } from '../../../api/contract/grok.js';
import { reasonOf } from '../../../api/failures.js';
import { deleteGrokPatternMutation, grokPageQuery } from '../../../api/queries/grok.js';
import type { EntityListLayout, EntityListQuestion } from '../../../machines/entity-list.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { EntityTable, useEntityList, type EntityColumn, type RowActions } from '../../kit/entity-table/index.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import { AddIcon, DeleteIcon, EditIcon, TextIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const PatternDialog = lazyPart(() => import('./pattern-dialog.js'), 'PatternDialog');
const ImportDialog = lazyPart(() => import('./import-dialog.js'), 'ImportDialog');

const useStyles = makeStyles({
  pattern: { ...type.log, color: tokens.text.primary, overflowWrap: 'anywhere' },
});

const defaults: EntityListLayout = {
  displayed: ['name', 'pattern'],
  sort: { attributeId: 'name', direction: 'asc' },
  perPage: 10,
};
const order = ['name', 'pattern'];
const nameOf = ({ name }: GrokPattern): string => name;

export interface LogGrokPatternsProps {
  /** Held by the console in its address; without it the list holds it. */
  readonly question?: EntityListQuestion;
  readonly onQuestion?: (question: EntityListQuestion) => void;
}

/** What stands over the list. */
type Open = { readonly dialog: 'pattern'; readonly pattern?: GrokPattern } | { readonly dialog: 'import' } | undefined;

export function LogGrokPatterns({ question, onQuestion }: LogGrokPatternsProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const mayEdit = usePermission('inputs:edit') && !host.readonly;
  const mayCreate = usePermission('inputs:create') && !host.readonly;
  const [open, setOpen] = useState<Open>();
  useEffect(() => {
    host.ready();
  }, [host]);
  const list = useEntityList({ id: 'grok-patterns', defaults, query: grokPageQuery, question, onQuestion });
  const removal = useMutation(deleteGrokPatternMutation(client, queryClient));

  const columns: Readonly<Record<string, EntityColumn<GrokPattern>>> = {
    name: { weight: 1 },
    pattern: { weight: 3, render: ({ pattern }) => <span className={styles.pattern}>{pattern}</span> },
  };
  const remove = async (pattern: GrokPattern): Promise<void> => {
    const { title, text, done, failed } = texts.removal;
    if (!(await confirm({ title, text: text(pattern.name), confirm: texts.delete, danger: true }))) return;
    try {
      await removal.mutateAsync(pattern.id);
      toast('success', done(pattern.name), texts.success);
      host.emit('log-changed', { type: 'grok-pattern', id: pattern.id });
    } catch (error) {
      toast('error', reasonOf(error), failed);
    }
  };
  const actionsOf = (pattern: GrokPattern): RowActions => ({
    buttons: [
      { key: 'edit', label: texts.edit, icon: <EditIcon />, onSelect: () => setOpen({ dialog: 'pattern', pattern }) },
      { key: 'delete', label: texts.delete, icon: <DeleteIcon />, danger: true, onSelect: () => void remove(pattern) },
    ],
  });
  const close = (): void => setOpen(undefined);
  const create = (
    <Button appearance="primary" icon={<AddIcon />} onClick={() => setOpen({ dialog: 'pattern' })}>
      {texts.create}
    </Button>
  );
  return (
    <PageLayout>
      <PageHeader
        title={texts.page}
        description={texts.description}
        {...(mayCreate && {
          actions: (
            <>
              <Button onClick={() => setOpen({ dialog: 'import' })}>{texts.import}</Button>
              {create}
            </>
          ),
        })}
      />
      <EntityTable
        list={list}
        label={texts.page}
        nameOf={nameOf}
        columns={columns}
        order={order}
        search={searchHelp}
        {...(mayEdit && { rowActions: actionsOf, actionButtons: 2 })}
        empty={(searched) => (
          <EmptyState
            icon={<TextIcon />}
            title={searched ? texts.found : texts.none}
            {...(!searched && mayCreate && { action: create })}
          >
            {!searched && texts.noneHelp}
          </EmptyState>
        )}
        failedTitle={texts.failedTitle}
        failed={texts.failed}
      />
      {open && (
        <Float onFailed={close}>
          {open.dialog === 'import' ? (
            <ImportDialog onClose={close} />
          ) : (
            <PatternDialog key={open.pattern?.id ?? 'new'} pattern={open.pattern} onClose={close} />
          )}
        </Float>
      )}
    </PageLayout>
  );
}

const searchHelp = {
  label: texts.search,
  fields: ['name', 'pattern'],
  examples: [
    ['HTTP', 'the name contains “HTTP”'],
    ['pattern:"%{IP"', 'the pattern contains “%{IP”'],
  ],
} as const;
