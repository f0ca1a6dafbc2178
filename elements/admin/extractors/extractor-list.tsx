/**
 * Renders the list of the extractors of an input in the order in which they run, with their effect, statistics and
 * actions (screens/data-intake.md X1).
 */
import { extractorTypeOf } from '../../../api/extractors/types/index.js';
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { ExtractorSummary } from '../../../api/contract/extractors.js';
import { deleteExtractorMutation } from '../../../api/queries/extractors.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Chip } from '../../kit/chip.js';
import { formatNumber } from '../../kit/format.js';
import { ChevronDownIcon, ChevronRightIcon, DeleteIcon, EditIcon } from '../../kit/icons.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { namesItsFields } from './extractor-form.js';
import { ExtractorFacts } from './extractor-facts.js';
import { failuresOf } from './figures.js';
import { routes } from './routes.js';
import { texts } from './texts.js';
import type { ShownInput } from './with-input.js';

const { list: words, facts } = texts;

const useStyles = makeStyles({
  item: { padding: '12px 0', borderTop: `1px solid ${tokens.border.divider}`, ':first-child': { borderTop: 'none' } },
  head: { display: 'flex', alignItems: 'flex-start', gap: '8px 16px', flexWrap: 'wrap' },
  text: { flex: '1 1 260px', minWidth: 0 },
  title: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap', ...type.cardTitle },
  name: { overflowWrap: 'anywhere', minWidth: 0, ...type.cardTitle },
  sentence: { marginTop: '2px', overflowWrap: 'anywhere', ...type.body },
  field: { ...type.logSmall },
  figures: { marginTop: '2px', color: tokens.text.secondary, fontVariantNumeric: 'tabular-nums', ...type.caption },
  failing: { color: tokens.status.danger.text },
  actions: { display: 'flex', gap: '8px', flexWrap: 'wrap' },
});

export interface ExtractorListProps extends ShownInput {
  readonly extractors: readonly ExtractorSummary[];
}

export function ExtractorList({ input, place, mayEdit, extractors }: ExtractorListProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const navigate = useNavigate();
  const deleting = useMutation(deleteExtractorMutation(client, queryClient, input.id));
  const { remove } = useDeletion({
    texts: texts.removal,
    one: deleting.mutateAsync,
    onGone: ([id]) => emit('log-changed', { type: 'extractor', id }),
  });
  return (
    <ul aria-label={words.label(input.title)}>
      {extractors.map((extractor) => (
        <Item
          key={extractor.id}
          extractor={extractor}
          {...(mayEdit && {
            onEdit: () => navigate(routes.edit(place, extractor.id)),
            onDelete: () => void remove(extractor.id, extractor.title),
          })}
        />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly extractor: ExtractorSummary;
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
}

function Item({ extractor, onEdit, onDelete }: ItemProps): ReactNode {
  const styles = useStyles();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { title, type: kind, source_field: source, target_field: target, cursor_strategy: strategy } = extractor;
  const { metrics } = extractor;
  const failures = failuresOf(extractor);
  const runs = metrics.total.rate?.total ?? 0;
  const mean = metrics.total.time?.mean;
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <div className={styles.text}>
          <div className={styles.title}>
            <h3 className={styles.name}>{title}</h3>
            <Chip size="small">{extractorTypeOf(kind)?.label ?? kind}</Chip>
          </div>
          <p className={styles.sentence}>
            {words.from} <span className={styles.field}>{source}</span> {words.into}{' '}
            {namesItsFields(kind) ? words.fields : <span className={styles.field}>{target}</span>}
            {strategy === 'copy' ? words.intact : words.cut}
          </p>
          <p className={styles.figures}>
            {facts.short(runs, metrics.condition_hits, metrics.condition_misses)}
            {failures > 0 && (
              <>
                , <span className={styles.failing}>{facts.failures(failures)}</span>
              </>
            )}
            {mean !== undefined && runs > 0 && `, ${facts.mean(formatNumber(mean))}`}
          </p>
        </div>
        <div className={styles.actions}>
          <Button
            size="small"
            icon={open ? <ChevronDownIcon /> : <ChevronRightIcon />}
            aria-expanded={open}
            aria-controls={id}
            aria-label={words.of(words.showDetails, title)}
            onClick={() => setOpen(!open)}
          >
            {words.showDetails}
          </Button>
          {onEdit && (
            <Button size="small" icon={<EditIcon />} aria-label={words.of(texts.edit, title)} onClick={onEdit}>
              {texts.edit}
            </Button>
          )}
          {onDelete && (
            <Button size="small" icon={<DeleteIcon />} aria-label={words.of(texts.delete, title)} onClick={onDelete}>
              {texts.delete}
            </Button>
          )}
        </div>
      </div>
      <div id={id}>{open && <ExtractorFacts extractor={extractor} />}</div>
    </li>
  );
}
