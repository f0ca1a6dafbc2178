/**
 * Renders the telemetry setting in the user's own profile (screens/administration.md A8). No telemetry is ever sent,
 * and the section says so.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { saveTelemetryMutation, telemetrySettingsQuery } from '../../../api/queries/telemetry.js';
import { useConnection } from '../../element/connection-context.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { FormBox, useForm } from '../../kit/form/index.js';
import { Loading } from '../../kit/loading.js';
import { texts } from './texts.js';

const { telemetry: words } = texts;

/** Shows the telemetry setting, read-only if `fixed` is true. */
export function TelemetrySection({ fixed = false }: { readonly fixed?: boolean }): ReactNode {
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(telemetrySettingsQuery(client));
  return (
    <Section title={words.title} intro={words.intro}>
      {data ? (
        fixed ? (
          <Details rows={[[words.title, data.telemetry_enabled ? texts.state.yes : texts.state.no]]} />
        ) : (
          <TelemetryForm enabled={data.telemetry_enabled} />
        )
      ) : error ? (
        <ErrorPanel title={words.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
  );
}

function TelemetryForm({ enabled }: { readonly enabled: boolean }): ReactNode {
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const saving = useMutation(saveTelemetryMutation(client, queryClient));
  const form = useForm({
    initial: { enabled },
    save: (values) => saving.mutateAsync(values.enabled),
    onSaved: () => toast('success', words.done, texts.success),
  });
  return (
    <FormBox form={form} submit={words.submit} submitting={texts.editing.updating} failed={words.failed}>
      <Checkbox label={words.enable} checked={form.values.enabled} onChange={(next) => form.set({ enabled: next })} />
    </FormBox>
  );
}
