/** Renders a section with the order of the message processors and which of them are disabled. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MessageProcessorsConfig } from '../../../api/contract/cluster-config.schema.js';
import { messageProcessorsQuery, saveMessageProcessorsMutation } from '../../../api/queries/stored-config.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ConfigDialog, configFormTexts } from '../../kit/config-form/index.js';
import { useToasts } from '../../kit/feedback.js';
import { useForm } from '../../kit/form/index.js';
import { inOrder } from '../../kit/in-order.js';
import { SortableList } from '../../kit/sortable-list.js';
import { tokens, type } from '../../kit/tokens.js';
import { StoredSection } from './stored-section.js';
import { useTableStyles } from './table-styles.js';
import { texts } from './texts.js';

const { processors: words } = texts;

const useStyles = makeStyles({
  group: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  title: { ...type.cardTitle },
  help: { color: tokens.text.secondary, ...type.caption },
  item: { padding: '4px 0', borderTop: `1px solid ${tokens.border.divider}` },
  enabled: { width: '88px' },
});

export function ProcessorsSection(): ReactNode {
  const { client } = useConnection();
  return (
    <StoredSection
      mayEdit={usePermission('clusterconfigentry:edit')}
      heading={words.heading}
      intro={words.intro}
      stored={useQuery(messageProcessorsQuery(client))}
      summary={(config) => <Processors config={config} />}
      dialog={(stored, onClose) => <ProcessorsDialog stored={stored} onClose={onClose} />}
    />
  );
}

function Processors({ config }: { readonly config: MessageProcessorsConfig }): ReactNode {
  const table = useTableStyles();
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col" className={table.place}>
            {words.columns.place}
          </th>
          <th scope="col">{words.columns.name}</th>
          <th scope="col">{words.columns.status}</th>
        </tr>
      </thead>
      <tbody>
        {config.processor_order.map(({ name, class_name }, index) => {
          const isOff = config.disabled_processors.includes(class_name);
          return (
            <tr key={class_name}>
              <td className={table.place}>{index + 1}</td>
              <th scope="row">{name}</th>
              <td className={mergeClasses(isOff && table.off)}>{isOff ? words.disabled : words.active}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface ProcessorsDialogProps {
  readonly stored: MessageProcessorsConfig;
  readonly onClose: () => void;
}

function ProcessorsDialog({ stored, onClose }: ProcessorsDialogProps): ReactNode {
  const styles = useStyles();
  const table = useTableStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const saving = useMutation(saveMessageProcessorsMutation(client, queryClient));
  const form = useForm<MessageProcessorsConfig, MessageProcessorsConfig>({
    initial: stored,
    stored: () => queryClient.fetchQuery(messageProcessorsQuery(client)),
    save: (values) => saving.mutateAsync(values),
    onSaved: () => {
      toast('success', configFormTexts.saved, configFormTexts.savedTitle);
      emit('log-changed', { type: 'configuration', id: 'message-processors' });
      onClose();
    },
  });
  const { processor_order: order, disabled_processors: disabled } = form.values;
  const noneActive = order.every(({ class_name }) => disabled.includes(class_name));
  const enable = (name: string, on: boolean): void =>
    form.set({ disabled_processors: on ? disabled.filter((other) => other !== name) : [...disabled, name] });
  return (
    <ConfigDialog
      form={form}
      title={words.dialog}
      blocked={noneActive ? words.noneActive : undefined}
      onClose={onClose}
    >
      <div className={styles.group}>
        <h3 className={styles.title}>{words.order}</h3>
        <p className={styles.help}>{words.orderHelp}</p>
        <SortableList
          label={words.order}
          items={order}
          keyOf={({ class_name }) => class_name}
          nameOf={({ name }) => name}
          onReorder={(processor_order) => form.set({ processor_order })}
          itemClassName={styles.item}
        >
          {({ name }, index) => `${index + 1}. ${name}`}
        </SortableList>
      </div>
      <div className={styles.group}>
        <h3 className={styles.title}>{words.status}</h3>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{words.columns.name}</th>
              <th scope="col" className={styles.enabled}>
                {words.enabled}
              </th>
            </tr>
          </thead>
          <tbody>
            {order
              .toSorted((one, other) => inOrder(one.name, other.name))
              .map(({ name, class_name }) => (
                <tr key={class_name}>
                  <th scope="row">{name}</th>
                  <td>
                    <Checkbox
                      aria-label={words.isEnabled(name)}
                      checked={!disabled.includes(class_name)}
                      onChange={(on) => enable(class_name, on)}
                    />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
        {noneActive && <Alert kind="danger">{words.noneActive}</Alert>}
      </div>
    </ConfigDialog>
  );
}
