/**
 * Renders a quick reference of rules: all functions with parameters, and an example rule (screens/administration.md
 * E4).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type ReactNode } from 'react';
import type { FunctionDescriptor } from '../../../api/contract/pipelines.js';
import { reasonOf } from '../../../api/failures.js';
import { ruleFunctionsQuery } from '../../../api/queries/pipelines.js';
import { pageCount } from '../../../machines/paged-list.js';
import { useConnection } from '../../element/connection-context.js';
import { Chip } from '../../kit/chip.js';
import { Section } from '../../kit/detail-page/index.js';
import { Pager } from '../../kit/entity-table/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useFactTable } from '../../kit/fact-table.js';
import { ChevronDownIcon, ChevronRightIcon, FilterIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { Loading } from '../../kit/loading.js';
import { Tabs } from '../../kit/tabs.js';
import { contentTokens } from '../../kit/content-tokens.js';
import { focusRing, tokens, type } from '../../kit/tokens.js';
import { signatureOf, typeName } from '../rule-editor/index.js';
import { exampleRule } from './templates.js';
import { texts } from './texts.js';

const { reference: words } = texts;
const perPage = 10;

const useStyles = makeStyles({
  panel: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', paddingTop: '12px' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: { borderTop: `1px solid ${tokens.border.divider}` },
  toggle: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr)',
    columnGap: '6px',
    width: '100%',
    padding: '6px 0',
    border: 'none',
    backgroundColor: 'transparent',
    textAlign: 'start',
    color: tokens.text.primary,
    ...type.body,
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': focusRing,
  },
  chevron: { fontSize: '14px', lineHeight: '20px', color: tokens.text.tertiary },
  signature: { overflowWrap: 'anywhere', ...type.logSmall },
  name: { color: contentTokens.syntax.function },
  about: { gridColumn: '2', color: tokens.text.secondary },
  details: { padding: '0 0 8px 22px', ...type.body },
  example: {
    margin: 0,
    padding: '10px 12px',
    overflowX: 'auto',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    ...type.logSmall,
  },
  help: { color: tokens.text.secondary, ...type.body },
});

export function FunctionReference(): ReactNode {
  const styles = useStyles();
  const [tab, setTab] = useState<'functions' | 'example'>('functions');
  return (
    <Section title={words.title}>
      <Tabs
        label={words.title}
        tabs={(['functions', 'example'] as const).map((key) => ({ key, label: words.tabs[key] }))}
        active={tab}
        onChange={setTab}
      >
        {tab === 'functions' ? (
          <Functions />
        ) : (
          <div className={styles.panel}>
            <p className={styles.help}>{words.exampleHelp}</p>
            <pre className={styles.example} tabIndex={0}>
              {exampleRule}
            </pre>
          </div>
        )}
      </Tabs>
    </Section>
  );
}

function Functions(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(ruleFunctionsQuery(client));
  const [filter, setFilter] = useState('');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<string>();
  const found = useMemo(() => matching(data ?? [], filter), [data, filter]);
  const pages = pageCount(found.length, perPage);
  const shown = found.slice((page - 1) * perPage, page * perPage);
  if (error) return <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className={styles.panel}>
      <Input
        aria-label={words.filter}
        placeholder={words.filter}
        before={<FilterIcon />}
        value={filter}
        onChange={(text) => {
          setFilter(text);
          setPage(1);
        }}
      />
      {shown.length === 0 && <p className={styles.help}>{words.none}</p>}
      <ul className={styles.list}>
        {shown.map((one) => (
          <FunctionItem
            key={one.name}
            described={one}
            open={open === one.name}
            onToggle={() => setOpen(open === one.name ? undefined : one.name)}
          />
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} shown={shown.length} total={found.length} onPage={setPage} />}
    </div>
  );
}

/** Filters the functions: matches in the name come before matches in the description. */
function matching(functions: readonly FunctionDescriptor[], filter: string): readonly FunctionDescriptor[] {
  const wanted = filter.trim().toLowerCase();
  const sorted = functions.toSorted((one, other) => one.name.localeCompare(other.name));
  if (wanted === '') return sorted;
  const named = sorted.filter(({ name }) => name.toLowerCase().includes(wanted));
  const described = sorted.filter(({ description }) => description?.toLowerCase().includes(wanted));
  return [...new Set([...named, ...described])];
}

interface FunctionItemProps {
  readonly described: FunctionDescriptor;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function FunctionItem({ described, open, onToggle }: FunctionItemProps): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  const id = useId();
  const { name, description, params, return_type: returned, extension } = described;
  return (
    <li className={styles.item}>
      <button type="button" className={styles.toggle} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <span className={styles.chevron}>{open ? <ChevronDownIcon /> : <ChevronRightIcon />}</span>
        <code className={styles.signature}>
          <span className={styles.name}>{name}</span>
          {signatureOf(described).slice(name.length)}
        </code>
        {description && <span className={styles.about}>{description}</span>}
      </button>
      <div id={id} className={styles.details} hidden={!open}>
        {open && (
          <>
            {extension && <Chip size="small">{words.extension}</Chip>}
            {params.length > 0 && (
              <table className={table}>
                <thead>
                  <tr>
                    <th>{words.parameter}</th>
                    <th>{words.type}</th>
                    <th>{words.required}</th>
                    <th>{words.description}</th>
                  </tr>
                </thead>
                <tbody>
                  {params.map((one) => (
                    <tr key={one.name}>
                      <td>
                        <code>{one.name}</code>
                      </td>
                      <td>{typeName(one.type)}</td>
                      <td>{one.optional ? words.no : words.yes}</td>
                      <td>{one.description}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            <p>{words.returns(typeName(returned))}</p>
          </>
        )}
      </div>
    </li>
  );
}
