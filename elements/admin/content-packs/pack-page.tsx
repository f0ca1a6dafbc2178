/**
 * Renders the page of a content pack: its versions and installations, and the contents of the selected version
 * (screens/data-intake.md C3).
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { ContentPackInstallation, ContentPackRevisions } from '../../../api/contract/content-packs.js';
import { Forbidden, NotFound } from '../../../api/failures.js';
import {
  contentPackLibraryQuery,
  contentPackQuery,
  contentPackUrl,
  deleteRevisionMutation,
  installationsQuery,
} from '../../../api/queries/content-packs.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Button } from '../../kit/button.js';
import { Radio } from '../../kit/checkbox.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import { Dialog } from '../../kit/dialog.js';
import { EmptyState } from '../../kit/empty-state.js';
import { useFactTable } from '../../kit/fact-table.js';
import { Failed } from '../../kit/failed.js';
import { IconButton } from '../../kit/icon-button.js';
import { MoreIcon, StackIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { Menu } from '../../kit/menu.js';
import { NotThere } from '../../kit/not-there.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { Timestamp } from '../../kit/timestamp.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { PackFacts } from './pack-facts.js';
import { editRoute, installRoute, listRoute } from './routes.js';
import { texts, typeName } from './texts.js';
import { UninstallDialog } from './uninstall-dialog.js';

const { pack: reported } = texts;

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', justifyContent: 'flex-end' },
});

export function PackPage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const packId = params['packId'] ?? '';
  const revisions = useQuery(contentPackQuery(client, packId));
  const newest = revisions.data && Math.max(...Object.keys(revisions.data.content_pack_revisions).map(Number));
  const name = newest === undefined ? undefined : revisions.data?.content_pack_revisions[newest]?.name;
  usePageTitle(name);
  const { error } = revisions;
  if (error instanceof Forbidden) return <Refusal error={error} />;
  const missing = <EmptyState icon={<StackIcon />} title={reported.missing} />;
  return (
    <PageLayout>
      <PageHeader title={reported.title} {...(name !== undefined && { name })} />
      {revisions.data && newest !== undefined ? (
        <Pack packId={packId} revisions={revisions.data} newest={newest} />
      ) : error instanceof NotFound ? (
        <NotThere error={error}>{missing}</NotThere>
      ) : error ? (
        <Failed title={reported.loadingFailed} queries={[revisions]} />
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

interface PackProps {
  readonly packId: string;
  readonly revisions: ContentPackRevisions;
  readonly newest: number;
}

function Pack({ packId, revisions, newest }: PackProps): ReactNode {
  const [chosen, setChosen] = useState<number>();
  const all = Object.keys(revisions.content_pack_revisions)
    .map(Number)
    .toSorted((a, b) => b - a);
  const revision = chosen !== undefined && all.includes(chosen) ? chosen : newest;
  const pack = revisions.content_pack_revisions[revision];
  return (
    <Columns
      left={
        <>
          <Versions packId={packId} all={all} revision={revision} onChoose={setChosen} />
          <Installations packId={packId} newest={newest} />
        </>
      }
      right={pack && <PackFacts pack={pack} constraints={revisions.constraints_result[revision] ?? []} />}
    />
  );
}

interface VersionsProps {
  readonly packId: string;
  /** All revisions of the content pack, newest first. */
  readonly all: readonly number[];
  readonly revision: number;
  readonly onChoose: (revision: number) => void;
}

function Versions({ packId, all, revision, onChoose }: VersionsProps): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  const group = useId();
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const navigate = useNavigate();
  const mayInstall = usePermission(`contentpack:install:${packId}`) && !readonly;
  const mayDelete = usePermission(`contentpack:delete:${packId}`) && !readonly;
  const mayCreate = usePermission('contentpack:create') && !readonly;
  const removal = useMutation(deleteRevisionMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: reported.deleteRevision,
    one: (id) => removal.mutateAsync({ contentPackId: packId, revision: id }),
    onGone: () => {
      emit('log-changed', { type: 'content-pack', id: packId });
      if (all.length === 1) navigate(listRoute);
    },
  });
  return (
    <Section title={reported.versions}>
      <table className={table}>
        <tbody>
          {all.map((one) => (
            <tr key={one}>
              <td>
                <Radio
                  name={group}
                  label={reported.nameOf(one)}
                  checked={one === revision}
                  onChoose={() => onChoose(one)}
                />
              </td>
              <td>
                <div className={styles.actions}>
                  {mayInstall && (
                    <Button size="small" onClick={() => navigate(installRoute(packId, one))}>
                      {texts.install}
                    </Button>
                  )}
                  <Menu
                    label={reported.actions(one)}
                    entries={[
                      {
                        key: 'download',
                        label: texts.download,
                        href: contentPackUrl(client, { contentPackId: packId, revision: String(one) }),
                      },
                      ...(mayCreate
                        ? [{ key: 'new', label: reported.createFrom, onSelect: () => navigate(editRoute(packId, one)) }]
                        : []),
                      ...(mayDelete
                        ? [
                            {
                              key: 'delete',
                              label: reported.deleteRevision.title,
                              danger: true,
                              onSelect: () => void remove(String(one), reported.nameOf(one)),
                            },
                          ]
                        : []),
                    ]}
                  >
                    <IconButton label={reported.actions(one)} icon={<MoreIcon />} />
                  </Menu>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Installations({ packId, newest }: { readonly packId: string; readonly newest: number }): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const navigate = useNavigate();
  const mayInstall = usePermission(`contentpack:install:${packId}`) && !readonly;
  const mayUninstall = usePermission(`contentpack:uninstall:${packId}`) && !readonly;
  const installations = useQuery(installationsQuery(client, packId));
  // A server without a library of content packs, such as a reference server, supports no upgrades.
  const canUpgrade = useQuery(contentPackLibraryQuery(client)).data != null;
  const [open, setOpen] = useState<{
    readonly kind: 'view' | 'uninstall';
    readonly installation: ContentPackInstallation;
  }>();
  const close = (): void => setOpen(undefined);
  return (
    <Section title={reported.installations}>
      {installations.error ? (
        <Failed title={reported.loadingFailed} queries={[installations]} />
      ) : !installations.data ? (
        <Loading />
      ) : installations.data.length === 0 ? (
        reported.noInstallations
      ) : (
        <table className={table}>
          <thead>
            <tr>
              <th scope="col">{reported.comment}</th>
              <th scope="col">{reported.version}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {installations.data.map((installation) => (
              <tr key={installation._id}>
                <td>{installation.comment || reported.noComment}</td>
                <td data-label={reported.version}>{installation.content_pack_revision}</td>
                <td>
                  <div className={styles.actions}>
                    {mayInstall && canUpgrade && installation.content_pack_revision < newest && (
                      <Button size="small" onClick={() => navigate(installRoute(packId, newest, installation._id))}>
                        {reported.upgrade(newest)}
                      </Button>
                    )}
                    {mayUninstall && (
                      <Button size="small" onClick={() => setOpen({ kind: 'uninstall', installation })}>
                        {reported.uninstall}
                      </Button>
                    )}
                    <Button size="small" onClick={() => setOpen({ kind: 'view', installation })}>
                      {reported.view}
                    </Button>
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {open?.kind === 'uninstall' && (
        <UninstallDialog packId={packId} installationId={open.installation._id} onClose={close} />
      )}
      {open?.kind === 'view' && <InstallationDialog installation={open.installation} onClose={close} />}
    </Section>
  );
}

interface InstallationDialogProps {
  readonly installation: ContentPackInstallation;
  readonly onClose: () => void;
}

function InstallationDialog({ installation, onClose }: InstallationDialogProps): ReactNode {
  const table = useFactTable();
  return (
    <Dialog
      open
      size="medium"
      title={reported.installation}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <Details
        rows={[
          [reported.comment, installation.comment || reported.noComment],
          [reported.version, installation.content_pack_revision],
          [reported.by, installation.created_by],
          [reported.at, <Timestamp key="at" instant={installation.created_at} />],
        ]}
      />
      <table className={table}>
        <thead>
          <tr>
            <th scope="col">{reported.entityTitle}</th>
            <th scope="col">{reported.type}</th>
          </tr>
        </thead>
        <tbody>
          {installation.entities.map((entity) => (
            <tr key={entity.content_pack_entity_id}>
              <td>{entity.title}</td>
              <td data-short>{typeName(entity.type.name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
