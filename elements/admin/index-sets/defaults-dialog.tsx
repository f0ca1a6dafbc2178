/** Renders a dialog that edits the defaults of new index sets (screens/administration.md B "Index Set Defaults"). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IndexSetDefaults } from '../../../api/contract/cluster-config.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { indexStrategiesQuery, saveIndexSetDefaultsMutation } from '../../../api/queries/index-set-administration.js';
import { storedConfigNow } from '../../../api/queries/stored-config.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Loading } from '../../kit/loading.js';
import { kitTexts } from '../../kit/texts.js';
import { checkDefaults, type SetValues } from './check-set.js';
import { defaultsOf, valuesOfStored } from './defaults.js';
import { IndexFields } from './index-fields.js';
import { StrategyFields, type KnownStrategies } from './strategy-fields.js';
import { texts } from './texts.js';

const { defaults: words } = texts;

export interface IndexSetDefaultsDialogProps {
  readonly stored: IndexSetDefaults;
  readonly onClose: () => void;
}

export function IndexSetDefaultsDialog({ stored, onClose }: IndexSetDefaultsDialogProps): ReactNode {
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(indexStrategiesQuery(client));
  if (data) return <DefaultsForm stored={stored} strategies={data} onClose={onClose} />;
  return (
    <Dialog open title={words.dialog} onClose={onClose} footer={<Button onClick={onClose}>{kitTexts.cancel}</Button>}>
      {error ? (
        <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

interface DefaultsFormProps extends IndexSetDefaultsDialogProps {
  readonly strategies: KnownStrategies;
}

function DefaultsForm({ stored, strategies, onClose }: DefaultsFormProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const saving = useMutation(saveIndexSetDefaultsMutation(client, queryClient));
  const [initial] = useState(() => valuesOfStored(stored));
  const form = useForm<SetValues, IndexSetDefaults>({
    initial,
    check: checkDefaults,
    stored: async () => valuesOfStored(await storedConfigNow(client, queryClient, 'indexSets')),
    save: (values) => saving.mutateAsync(defaultsOf(values, stored)),
    onSaved: () => {
      toast('success', words.saved, texts.success);
      emit('log-changed', { type: 'configuration', id: 'index-set-defaults' });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={words.dialog}
      submit={words.submit}
      submitting={texts.form.saving}
      failed={words.failed}
      onClose={onClose}
    >
      <IndexFields form={form} hasAnalyzer labels={{ ...words, noOptimization: words.optimization }} />
      <StrategyFields form={form} strategies={strategies} stored={initial} />
    </FormDialog>
  );
}
