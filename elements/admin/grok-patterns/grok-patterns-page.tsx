/**
 * Renders a page that lists the grok patterns, with actions to create, import, edit and delete patterns
 * (screens/data-intake.md G1).
 */
import { useMutation } from '@tanstack/react-query';
import { makeStyles } from '@griffel/react';
import { useMemo, useState, type ReactNode } from 'react';
import type { GrokPattern } from '../../../api/contract/grok.js';
import { deleteGrokPatternMutation, grokPageQuery } from '../../../api/queries/grok.js';
import type { EntityListLayout } from '../../../machines/entity-list.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { CreateButton } from '../../kit/create-button.js';
import { useEntityList, type EntityColumn, type RowActions } from '../../kit/entity-table/index.js';
import { Float } from '../../kit/float.js';
import { DeleteIcon, EditIcon, TextIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { ListPage } from '../../kit/list-page/index.js';
import type { PageProps } from '../../kit/pages.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
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

/** The open dialog; undefined if no dialog is open. */
type Open = { readonly dialog: 'pattern'; readonly pattern?: GrokPattern } | { readonly dialog: 'import' } | undefined;

export function GrokPatternsPage({ question, onQuestion }: PageProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const mayEdit = usePermission('inputs:edit') && !host.readonly;
  const mayCreate = usePermission('inputs:create') && !host.readonly;
  const [open, setOpen] = useState<Open>();
  const list = useEntityList({ id: 'grok-patterns', defaults, query: grokPageQuery, question, onQuestion });
  const removal = useMutation(deleteGrokPatternMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: texts.removal,
    one: removal.mutateAsync,
    onGone: ([id]) => host.emit('log-changed', { type: 'grok-pattern', id }),
  });

  const columns = useMemo(
    (): Readonly<Record<string, EntityColumn<GrokPattern>>> => ({
      name: { weight: 1 },
      pattern: { weight: 3, render: ({ pattern }) => <span className={styles.pattern}>{pattern}</span> },
    }),
    [styles],
  );
  const actionsOf = (pattern: GrokPattern): RowActions => ({
    buttons: [
      { key: 'edit', label: texts.edit, icon: <EditIcon />, onSelect: () => setOpen({ dialog: 'pattern', pattern }) },
      {
        key: 'delete',
        label: texts.delete,
        icon: <DeleteIcon />,
        danger: true,
        onSelect: () => void remove(pattern.id, pattern.name),
      },
    ],
  });
  const close = (): void => setOpen(undefined);
  const create = <CreateButton label={texts.create} onClick={() => setOpen({ dialog: 'pattern' })} />;
  return (
    <ListPage
      texts={texts.list}
      help={help}
      icon={<TextIcon />}
      list={list}
      nameOf={nameOf}
      columns={columns}
      order={order}
      {...(mayEdit && { rowActions: actionsOf, actionButtons: 2 })}
      {...(mayCreate && {
        create,
        actions: <Button onClick={() => setOpen({ dialog: 'import' })}>{texts.import}</Button>,
      })}
    >
      {open && (
        <Float onFailed={close}>
          {open.dialog === 'import' ? (
            <ImportDialog onClose={close} />
          ) : (
            <PatternDialog key={open.pattern?.id ?? 'new'} pattern={open.pattern} onClose={close} />
          )}
        </Float>
      )}
    </ListPage>
  );
}

const help = {
  fields: ['name', 'pattern'],
  examples: [
    ['HTTP', 'the name contains “HTTP”'],
    ['pattern:"%{IP"', 'the pattern contains “%{IP”'],
  ],
} as const;
