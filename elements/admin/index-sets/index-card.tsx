/** Renders the card of an index with its time range, size and actions (screens/data-intake.md D4). */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { IndexInfo, IndexOverviewItem } from '../../../api/contract/indices.js';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { indexActionMutation, type IndexAction } from '../../../api/queries/index-set-administration.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Chip } from '../../kit/chip.js';
import { ConfiguredCard } from '../../kit/configured/configured-card.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Loading } from '../../kit/loading.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { IndexDetails } from './index-details.js';
import { texts } from './texts.js';
import { useOptimising } from './use-optimising.js';

const { index: words } = texts;

const useStyles = makeStyles({ actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' } });

export interface IndexCardProps {
  readonly index: IndexOverviewItem;
  /** Id of the index set to which the index belongs. */
  readonly setId: string;
  readonly isOpen: boolean;
  readonly onOpen: (open: boolean) => void;
  /** Details of the index from the server; undefined if there are none, for example for a closed index. */
  readonly info: IndexInfo | undefined;
  /** True while the details are being loaded. */
  readonly isAsked: boolean;
}

export function IndexCard({ index, setId, isOpen, onOpen, info, isAsked }: IndexCardProps): ReactNode {
  const { index_name: name, size, range, is_deflector: isActive, is_closed: isClosed } = index;
  return (
    <ConfiguredCard
      title={name}
      level={3}
      facts={
        <>
          {isActive && <Chip size="small">{words.active}</Chip>}
          {isClosed && <Chip size="small">{words.closed}</Chip>}
          {index.is_reopened && <Chip size="small">{words.reopened}</Chip>}
          <span>
            <Range index={index} />
          </span>
          {size && <span>{words.size(size.bytes, size.events)}</span>}
        </>
      }
      actions={
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? words.hide : words.show}: ${name}`}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? words.hide : words.show}
        </Button>
      }
    >
      {isOpen && (
        <>
          {range?.calculated_at && (
            <p>
              {words.calculated} <RelativeTime instant={range.calculated_at} /> {words.took(range.took_ms)}
            </p>
          )}
          {isClosed && <Alert>{words.isClosed}</Alert>}
          {isAsked && !info && <Loading />}
          {info && !isClosed && <IndexDetails info={info} />}
          {!info && !isAsked && size && <p>{texts.details.deletedMessages(size.deleted)}</p>}
          <Actions index={index} setId={setId} />
        </>
      )}
    </ConfiguredCard>
  );
}

function Range({ index: { is_deflector, range, size } }: { readonly index: IndexOverviewItem }): ReactNode {
  if (is_deflector) return words.containsNow;
  if (size?.events === 0) return words.noMessages;
  if (!range) return words.unknown;
  const end = <RelativeTime instant={range.end} />;
  if (Date.parse(range.begin) === 0)
    return (
      <>
        {words.containsUpTo} {end}
      </>
    );
  return (
    <>
      {words.from} <RelativeTime instant={range.begin} /> {words.upTo} {end}
    </>
  );
}

function Actions({ index, setId }: Pick<IndexCardProps, 'index' | 'setId'>): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const granted = useCurrentUser()?.permissions ?? [];
  const acting = useMutation(indexActionMutation(client, queryClient));
  const { index_name: name, is_closed: isClosed } = index;
  const optimising = useOptimising(setId, { index: name }, name);
  if (readonly) return null;
  const optimise = optimising && (
    <Button size="small" busy={optimising.isBusy} onClick={optimising.optimise}>
      {texts.optimising.index}
    </Button>
  );
  if (index.is_deflector)
    return (
      <div className={styles.actions} role="group" aria-label={words.detailsOf(name)}>
        {optimise}
        <Button size="small" disabled>
          {words.cannotClose}
        </Button>
        <Button size="small" disabled>
          {words.cannotDelete}
        </Button>
      </div>
    );
  const act = async (action: IndexAction): Promise<void> => {
    const danger = action === 'delete';
    const asks = action !== 'reopen';
    if (
      asks &&
      !(await confirm({ title: words[action], text: words.ask[action](name), confirm: words[action], danger }))
    )
      return;
    try {
      await acting.mutateAsync({ action, index: name });
      toast('success', words.done[action](name), texts.success);
      emit('log-changed', { type: 'index_set', id: setId });
    } catch (error) {
      toast('error', reasonOf(error), words.failed[action]);
    }
  };
  const needed: Readonly<Record<IndexAction, string>> = {
    recalculate: `indexranges:rebuild:${name}`,
    close: `indices:changestate:${name}`,
    reopen: `indices:changestate:${name}`,
    delete: `indices:delete:${name}`,
  };
  const shown: readonly IndexAction[] = isClosed ? ['reopen', 'delete'] : ['recalculate', 'close', 'delete'];
  return (
    <div className={styles.actions} role="group" aria-label={words.detailsOf(name)}>
      {!isClosed && optimise}
      {shown
        .filter((action) => allows(granted, needed[action]))
        .map((action) => (
          <Button key={action} size="small" disabled={acting.isPending} onClick={() => void act(action)}>
            {words[action]}
          </Button>
        ))}
    </div>
  );
}
