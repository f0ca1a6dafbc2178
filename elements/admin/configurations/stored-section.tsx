/** Renders a section that shows a summary of a stored configuration, with a button that opens the dialog to edit it. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ConfigValues } from '../../../api/contract/cluster-config.schema.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { storedConfigQuery } from '../../../api/queries/stored-config.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { DeniedState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Float } from '../../kit/float.js';
import { Loading } from '../../kit/loading.js';
import { texts } from './texts.js';

export interface StoredSectionProps<T> {
  readonly heading: string;
  readonly intro: ReactNode;
  readonly stored: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** False hides the edit button. */
  readonly mayEdit: boolean;
  /** Reason why the edit button is disabled; undefined if it is enabled. */
  readonly blocked?: string | undefined;
  readonly summary: (stored: T) => ReactNode;
  readonly dialog: (stored: T, close: () => void) => ReactNode;
}

export function StoredSection<T>(props: StoredSectionProps<T>): ReactNode {
  const { heading, intro, stored, mayEdit, blocked, summary, dialog } = props;
  const { data, error, refetch } = stored;
  const { readonly } = useHostElement();
  const [editing, setEditing] = useState(false);
  const close = (): void => setEditing(false);
  return (
    <Section
      title={heading}
      intro={intro}
      action={
        mayEdit &&
        !readonly &&
        data !== undefined && (
          <Button
            disabled={blocked !== undefined}
            {...(blocked !== undefined && { disabledReason: blocked })}
            onClick={() => setEditing(true)}
          >
            {texts.edit}
          </Button>
        )
      }
    >
      {data !== undefined ? (
        summary(data)
      ) : error instanceof Forbidden ? (
        <DeniedState title={texts.denied}>{texts.deniedHelp}</DeniedState>
      ) : error ? (
        <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <Float onFailed={close}>{editing && data !== undefined && dialog(data, close)}</Float>
    </Section>
  );
}

export interface ConfigSectionProps<Key extends keyof ConfigValues> extends Pick<
  StoredSectionProps<ConfigValues[Key]>,
  'heading' | 'intro' | 'summary' | 'dialog'
> {
  readonly config: Key;
}

/** Renders a section of a configuration that the server stores as one configuration class. */
export function ConfigSection<Key extends keyof ConfigValues>({ config, ...rest }: ConfigSectionProps<Key>): ReactNode {
  const { client } = useConnection();
  return <StoredSection {...rest} {...useConfigEditing()} stored={useQuery(storedConfigQuery(client, config))} />;
}

/**
 * Returns whether the user may edit configuration classes, and the reason if the edit button is disabled because
 * another permission is missing.
 */
export function useConfigEditing(): Pick<StoredSectionProps<never>, 'mayEdit' | 'blocked'> {
  const mayEdit = usePermission('clusterconfigentry:edit');
  const mayCreate = usePermission('clusterconfigentry:create');
  return { mayEdit, blocked: mayCreate ? undefined : texts.needsCreate };
}

export const onOff = (isOn: boolean): string => (isOn ? texts.enabled : texts.disabled);
