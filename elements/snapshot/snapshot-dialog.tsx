/** Renders a dialog that creates a link to a snapshot of the displayed results, and lists the valid links. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import { makeSnapshotMutation, snapshotsQuery } from '../../api/queries/snapshots.js';
import { randomIds } from '../../machines/view/ids.js';
import { withFreshSearch } from '../../machines/view/document.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Alert } from '../kit/alert.js';
import { Button } from '../kit/button.js';
import { CopyButton } from '../kit/copy-button.js';
import { Dialog } from '../kit/dialog.js';
import { Field } from '../kit/field.js';
import { HelpLink } from '../kit/help-link.js';
import { Input } from '../kit/input.js';
import { Loading } from '../kit/loading.js';
import { Select } from '../kit/select.js';
import type { SnapshotOffer } from '../kit/share-tools.js';
import { space, type } from '../kit/tokens.js';
import { SnapshotList } from './snapshot-list.js';
import { texts } from './texts.js';

export interface SnapshotDialogProps {
  readonly offer: SnapshotOffer;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  body: { display: 'grid', gap: `${space.xl}px`, ...type.control },
  intro: { display: 'grid', gap: `${space.m}px`, justifyItems: 'start' },
  about: { margin: 0 },
  link: { display: 'flex', gap: `${space.m}px` },
  url: { flex: '1 1 auto' },
});

const usualHours = '168';

export function SnapshotDialog({ offer, onClose }: SnapshotDialogProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const snapshots = useQuery(snapshotsQuery(client, queryClient));
  const making = useMutation(makeSnapshotMutation(client, queryClient));
  const [title, setTitle] = useState(offer.title === '' ? texts.untitled : offer.title);
  const [hours, setHours] = useState(usualHours);
  const possible = snapshots.data !== null && !snapshots.isPending;
  const made = making.data;
  const url = made && snapshotUrl(host.consoleUrl, made.token);
  const make = (): void => {
    const { view, search } = withFreshSearch(offer.document, randomIds);
    making.mutate({
      search,
      // An unsaved search has no title, but a server requires one for every view.
      view: { ...view, title: title.trim() },
      title: title.trim(),
      ...(offer.viewId !== undefined && { view_id: offer.viewId }),
      state: { ...offer.state, additional_parameters: { timezone: host.timezone } },
      hours: Number(hours),
    });
  };
  return (
    <Dialog
      open
      size="medium"
      title={texts.dialog}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          {possible && !made && (
            <Button appearance="primary" onClick={make} busy={making.isPending} disabled={title.trim() === ''}>
              {texts.make}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {snapshots.isPending && <Loading />}
        {snapshots.data === null && <Alert>{texts.none}</Alert>}
        {possible && (
          <>
            <div className={styles.intro}>
              <p className={styles.about}>{texts.about}</p>
              <HelpLink chapter="searching#snapshot-links">{texts.help}</HelpLink>
            </div>
            {url === undefined ? (
              <>
                <Field label={texts.title} help={texts.titleHelp}>
                  <Input value={title} onChange={setTitle} maxLength={500} data-autofocus="" />
                </Field>
                <Field label={texts.lifetime}>
                  <Select
                    options={Object.entries(texts.lifetimes).map(([value, label]) => ({ value, label }))}
                    value={hours}
                    onChange={setHours}
                  />
                </Field>
                {making.isPending && <p className={styles.about}>{texts.making}</p>}
                {making.isError && <Alert kind="danger">{texts.failed(reasonOf(making.error))}</Alert>}
              </>
            ) : (
              <Field label={texts.link} help={texts.linkHelp}>
                <div className={styles.link}>
                  <Input
                    ref={focusLink}
                    mono
                    readOnly
                    value={url}
                    onChange={() => undefined}
                    className={styles.url}
                    onFocus={(event) => event.currentTarget.select()}
                  />
                  <CopyButton text={url} label={texts.copy} size="medium" />
                </div>
              </Field>
            )}
            {snapshots.isError && <Alert kind="danger">{texts.notListed(reasonOf(snapshots.error))}</Alert>}
            {snapshots.data && <SnapshotList snapshots={snapshots.data} viewId={offer.viewId} newest={made?.id} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Focuses the link when it appears in place of the button that made it. */
const focusLink = (link: HTMLInputElement | null): void => {
  link?.focus();
};

/** Builds the address of the page that shows a snapshot. */
const snapshotUrl = (consoleUrl: string, token: string): string =>
  new URL(`${consoleUrl.replace(/\/+$/, '')}/snapshot/${encodeURIComponent(token)}`, window.location.href).href;
