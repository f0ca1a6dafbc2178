/**
 * Renders a page that lists the content packs and the server's library of content packs; the user can upload, install
 * and delete content packs (screens/data-intake.md C1).
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type DragEvent, type ReactNode } from 'react';
import type { ContentPack, LibraryPack } from '../../../api/contract/content-packs.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import {
  addLibraryPackMutation,
  contentPackLibraryQuery,
  contentPacksQuery,
  contentPackUrl,
  deleteContentPackMutation,
} from '../../../api/queries/content-packs.js';
import { provisionedQuery } from '../../../api/queries/provisioning.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { StatusBadge } from '../../kit/chip.js';
import { useFactTable } from '../../kit/fact-table.js';
import { EmptyState } from '../../kit/empty-state.js';
import { Failed } from '../../kit/failed.js';
import { Float } from '../../kit/float.js';
import { useToasts } from '../../kit/feedback.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChevronLeftIcon, ChevronRightIcon, MoreIcon, StackIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { Menu } from '../../kit/menu.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import { Refusal } from '../../kit/refusal.js';
import { SearchBox } from '../../kit/search-box.js';
import { Select } from '../../kit/select.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { createRoute, editRoute, installRoute, packRoute } from './routes.js';
import { texts, typeName } from './texts.js';

const UploadDialog = lazyPart(() => import('./upload-dialog.js'), 'UploadDialog');

const useStyles = makeStyles({
  card: { border: `1px solid ${tokens.border.subtle}`, borderRadius: '6px', backgroundColor: tokens.surface.card },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', padding: '8px 12px' },
  search: { flex: '0 1 320px', minWidth: '180px' },
  pager: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    marginInlineStart: 'auto',
    ...type.body,
    color: tokens.text.secondary,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '12px',
    borderTop: `1px solid ${tokens.border.divider}`,
    [container.compact]: { flexWrap: 'wrap' },
  },
  text: { flex: '1 1 320px', minWidth: 0, overflowWrap: 'anywhere' },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '4px 12px' },
  name: { ...type.cardTitle },
  version: { ...type.caption, color: tokens.text.secondary },
  summary: { ...type.body, color: tokens.text.secondary },
  actions: { display: 'flex', alignItems: 'center', gap: '8px' },
  title: { ...type.sectionTitle, padding: '12px 12px 0' },
  intro: { ...type.body, color: tokens.text.secondary, padding: '2px 12px 12px' },
  drop: {
    outlineStyle: 'dashed',
    outlineWidth: '2px',
    outlineColor: tokens.selection.border,
    outlineOffset: '-8px',
    minHeight: '240px',
  },
});

const pageSizes = [10, 25, 50, 100];

export function PacksPage(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const navigate = useNavigate();
  const mayCreate = usePermission('contentpack:create') && !readonly;
  const packs = useQuery(contentPacksQuery(client));
  const library = useQuery(contentPackLibraryQuery(client));
  const [files, setFiles] = useState<readonly File[]>();
  const [isOver, setOver] = useState(false);
  const close = (): void => setFiles(undefined);

  const dragged = (event: DragEvent): boolean => mayCreate && event.dataTransfer.types.includes('Files');
  const drop = (event: DragEvent): void => {
    if (!dragged(event)) return;
    event.preventDefault();
    setOver(false);
    setFiles([...event.dataTransfer.files]);
  };
  if (packs.error instanceof Forbidden) return <Refusal error={packs.error} />;
  return (
    <div
      className={isOver ? styles.drop : undefined}
      onDragOver={(event) => {
        if (!dragged(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <PageLayout>
        <PageHeader
          title={texts.page}
          description={isOver ? texts.drop : texts.description}
          {...(mayCreate && {
            actions: (
              <>
                <Button onClick={() => setFiles([])}>{texts.upload}</Button>
                <Button appearance="primary" onClick={() => navigate(createRoute)}>
                  {texts.create}
                </Button>
              </>
            ),
          })}
        />
        {packs.data ? (
          <PackList
            packs={packs.data.content_packs}
            isInstalled={(id) => hasInstallations(packs.data.content_packs_metadata[id])}
          />
        ) : packs.error ? (
          <Failed title={texts.loadingFailed} queries={[packs]} />
        ) : (
          <Loading />
        )}
        {library.data && library.data.length > 0 && <LibraryList packs={library.data} mayAdd={mayCreate} />}
        {library.error && <Failed title={texts.library.loadingFailed} queries={[library]} />}
        <Provisioned />
        <Float onFailed={close}>{files && <UploadDialog first={files} onClose={close} />}</Float>
      </PageLayout>
    </div>
  );
}

const hasInstallations = (revisions: Readonly<Record<string, { installation_count: number }>> | undefined): boolean =>
  Object.values(revisions ?? {}).some(({ installation_count: count }) => count > 0);

interface PackListProps {
  readonly packs: readonly ContentPack[];
  readonly isInstalled: (id: string) => boolean;
}

function PackList({ packs, isInstalled }: PackListProps): ReactNode {
  const styles = useStyles();
  const [filter, setFilter] = useState('');
  const [perPage, setPerPage] = useState(10);
  const [page, setPage] = useState(0);
  const wanted = filter.trim().toLowerCase();
  const found = packs
    .filter(({ name, summary }) => `${name}\n${summary}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const last = Math.max(0, Math.ceil(found.length / perPage) - 1);
  const at = Math.min(page, last);
  const shown = found.slice(at * perPage, (at + 1) * perPage);
  if (packs.length === 0)
    return (
      <EmptyState icon={<StackIcon />} title={texts.none}>
        {texts.noneHelp}
      </EmptyState>
    );
  const pager = (
    <span className={styles.pager}>
      {texts.place(Math.min(found.length, at * perPage + 1), at * perPage + shown.length, found.length)}
      <IconButton
        label={texts.previous}
        icon={<ChevronLeftIcon />}
        disabled={at === 0}
        onClick={() => setPage(at - 1)}
      />
      <IconButton
        label={texts.next}
        icon={<ChevronRightIcon />}
        disabled={at === last}
        onClick={() => setPage(at + 1)}
      />
    </span>
  );
  return (
    <div className={styles.card}>
      <div className={styles.bar}>
        <div className={styles.search}>
          <SearchBox
            label={texts.filter}
            placeholder={texts.filter}
            query={filter}
            onSearch={(text) => (setFilter(text), setPage(0))}
          />
        </div>
        <Select
          aria-label={texts.perPage}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          value={String(perPage)}
          onChange={(size) => (setPerPage(Number(size)), setPage(0))}
        />
        {pager}
      </div>
      {shown.length === 0 ? (
        <div>
          <EmptyState icon={<StackIcon />} title={texts.noMatch} />
        </div>
      ) : (
        <ul className={styles.list}>
          {shown.map((pack) => (
            <PackItem key={pack.id} pack={pack} isInstalled={isInstalled(pack.id)} />
          ))}
        </ul>
      )}
      {last > 0 && <div className={styles.bar}>{pager}</div>}
    </div>
  );
}

function PackItem({ pack, isInstalled }: { readonly pack: ContentPack; readonly isInstalled: boolean }): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const navigate = useNavigate();
  const { id, rev, name, summary } = pack;
  const mayInstall = usePermission(`contentpack:install:${id}`) && !readonly;
  const mayDelete = usePermission(`contentpack:delete:${id}`) && !readonly;
  const mayCreate = usePermission('contentpack:create') && !readonly;
  const removal = useMutation(deleteContentPackMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: texts.removal,
    one: removal.mutateAsync,
    onGone: ([gone]) => emit('log-changed', { type: 'content-pack', id: gone }),
  });
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <div className={styles.head}>
          <Link route={packRoute(id)} className={styles.name}>
            {name}
          </Link>
          <span className={styles.version}>{texts.latestVersion(rev)}</span>
          {isInstalled && <StatusBadge kind="success">{texts.installed}</StatusBadge>}
        </div>
        <div className={styles.summary}>{summary}</div>
      </div>
      <div className={styles.actions}>
        {mayInstall && (
          <Button size="small" onClick={() => navigate(installRoute(id, rev))}>
            {texts.install}
          </Button>
        )}
        <Menu
          label={texts.more(name)}
          entries={[
            { key: 'show', label: texts.show, onSelect: () => navigate(packRoute(id)) },
            ...(mayCreate
              ? [{ key: 'new', label: texts.newVersion, onSelect: () => navigate(editRoute(id, rev)) }]
              : []),
            {
              key: 'download',
              label: texts.download,
              href: contentPackUrl(client, { contentPackId: id, revision: String(rev) }),
            },
            ...(mayDelete
              ? [{ key: 'delete', label: texts.removal.title, danger: true, onSelect: () => void remove(id, name) }]
              : []),
          ]}
        >
          <IconButton label={texts.more(name)} icon={<MoreIcon />} />
        </Menu>
      </div>
    </li>
  );
}

interface LibraryListProps {
  readonly packs: readonly LibraryPack[];
  readonly mayAdd: boolean;
}

function LibraryList({ packs, mayAdd }: LibraryListProps): ReactNode {
  const styles = useStyles();
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{texts.library.title}</h2>
      <p className={styles.intro}>{texts.library.intro}</p>
      <ul className={styles.list}>
        {packs.map((pack) => (
          <LibraryItem key={pack.id} pack={pack} mayAdd={mayAdd} />
        ))}
      </ul>
    </section>
  );
}

function LibraryItem({ pack, mayAdd }: { readonly pack: LibraryPack; readonly mayAdd: boolean }): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { readonly } = useHostElement();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const { id, rev, name, summary, stored } = pack;
  const mayInstall = usePermission(`contentpack:install:${id}`) && !readonly;
  const adding = useMutation(addLibraryPackMutation(client, queryClient));
  const add = (): void =>
    adding.mutate(id, {
      onSuccess: () => {
        toast('success', texts.library.added(name), texts.success);
        if (mayInstall) navigate(installRoute(id, rev));
      },
      onError: (error) => toast('error', reasonOf(error), texts.library.failed),
    });
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <div className={styles.name}>{name}</div>
        <div className={styles.summary}>{summary}</div>
      </div>
      <div className={styles.actions}>
        {stored
          ? mayInstall && (
              <Button size="small" onClick={() => navigate(installRoute(id, rev))}>
                {texts.library.again}
              </Button>
            )
          : mayAdd && (
              <Button size="small" busy={adding.isPending} onClick={add}>
                {texts.library.add}
              </Button>
            )}
      </div>
    </li>
  );
}

function Provisioned(): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  const { client } = useConnection();
  const { data = [] } = useQuery(provisionedQuery(client));
  if (data.length === 0) return null;
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{texts.provisioned.title}</h2>
      <p className={styles.intro}>{texts.provisioned.intro}</p>
      <table className={table}>
        <thead>
          <tr>
            <th scope="col">{texts.provisioned.file}</th>
            <th scope="col">{texts.provisioned.type}</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ type: kind, id, file }) => (
            <tr key={`${kind} ${id}`}>
              <td>{file}</td>
              <td>{typeName(kind)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
