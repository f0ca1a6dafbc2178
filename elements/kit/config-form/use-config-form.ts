/** Provides the form for a configuration class of the server; it preserves the values that the form does not edit. */
import { useMutation } from '@tanstack/react-query';
import type { ConfigKey, ConfigValues } from '../../../api/contract/cluster-config.schema.js';
import { configClasses } from '../../../api/contract/cluster-config-classes.js';
import { saveClusterConfigMutation } from '../../../api/queries/cluster-config.js';
import { storedConfigNow } from '../../../api/queries/stored-config.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../feedback.js';
import { useForm, type FieldErrors, type Form } from '../form/index.js';
import { configFormTexts as texts } from './texts.js';

export interface ConfigFormPlan<K extends ConfigKey, Values extends object> {
  readonly key: K;
  /** Stored configuration from which the form is filled. */
  readonly stored: ConfigValues[K];
  readonly valuesOf: (config: ConfigValues[K]) => Values;
  /** Returns the members of the configuration that the form edits. */
  readonly bodyOf: (values: Values) => Partial<ConfigValues[K]>;
  readonly check?: (values: Values) => FieldErrors<Values>;
  /** Maps the server's field names to the form's where the two differ. */
  readonly serverNames?: Readonly<Record<string, keyof Values & string>>;
  readonly onClose: () => void;
}

export function useConfigForm<K extends ConfigKey, Values extends object>(
  plan: ConfigFormPlan<K, Values>,
): Form<Values> {
  const { key, stored, valuesOf, bodyOf, check, serverNames, onClose } = plan;
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const { name } = configClasses[key];
  const saving = useMutation(saveClusterConfigMutation(client, queryClient, name));
  return useForm({
    initial: valuesOf(stored),
    ...(check && { check }),
    ...(serverNames && { serverNames }),
    stored: async () => valuesOf(await storedConfigNow(client, queryClient, key)),
    save: async (values) => {
      // The form's values are merged into the stored configuration, which others may have changed while the form was
      // open.
      const now = await storedConfigNow(client, queryClient, key);
      return saving.mutateAsync({ ...now, ...bodyOf(values) });
    },
    onSaved: () => {
      toast('success', texts.saved, texts.savedTitle);
      emit('log-changed', { type: 'configuration', id: name });
      onClose();
    },
  });
}
