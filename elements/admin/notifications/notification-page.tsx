/** Renders a page that shows a notification and its deliveries (screens/dashboards-sharing-alerts.md §10.2). */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { isStoredSecret, type ConfigValues } from '../../../api/contract/config-fields.js';
import type { EventNotification } from '../../../api/contract/event-notifications.js';
import { allows } from '../../../api/permissions.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { ConfigurationWell } from '../../kit/configured/configuration-well.js';
import { Columns, Details, Section } from '../../kit/detail-page/index.js';
import { EditIcon } from '../../kit/icons.js';
import type { PageProps } from '../../kit/pages.js';
import { tokens, type } from '../../kit/tokens.js';
import { HistorySection } from './history-section.js';
import { LegacyConfiguration } from './legacy-configuration.js';
import { routes } from './routes.js';
import { texts } from './texts.js';
import { legacyType, typeOf, typeTitle, type TypeField } from './types.js';
import { WithNotification } from './with-notification.js';

const { details: words } = texts;

const useStyles = makeStyles({
  well: {
    ...type.logSmall,
    margin: 0,
    padding: '8px 12px',
    maxHeight: '320px',
    overflow: 'auto',
    borderRadius: '4px',
    backgroundColor: tokens.surface.subtle,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  none: { color: tokens.text.secondary },
});

export function NotificationPage({ params }: PageProps): ReactNode {
  const id = params['notificationId'] ?? '';
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const mayEdit = !readonly && allows(granted, `eventnotifications:edit:${id}`);
  return (
    <WithNotification
      notificationId={id}
      title={words.page}
      titled={words.titled}
      description={words.description}
      actions={() =>
        mayEdit && (
          <Button icon={<EditIcon />} onClick={() => navigate(routes.edit(id))}>
            {texts.actions.editThis}
          </Button>
        )
      }
    >
      {(notification) => (
        <Columns
          left={
            <>
              <About notification={notification} />
              <Configuration notification={notification} />
            </>
          }
          right={<HistorySection notificationId={notification.id} />}
        />
      )}
    </WithNotification>
  );
}

function About({ notification: { title, description, config } }: { readonly notification: EventNotification }) {
  return (
    <Section title={words.about}>
      <Details
        rows={[
          [texts.form.title, title],
          [texts.form.description, description || words.none],
          [texts.form.type, typeTitle(config.type)],
        ]}
      />
    </Section>
  );
}

function Configuration({ notification: { config } }: { readonly notification: EventNotification }): ReactNode {
  return (
    <Section
      title={words.configuration}
      {...(config.type === legacyType && { intro: String(config['callback_type']) })}
    >
      <NotificationConfiguration config={config} />
    </Section>
  );
}

export interface NotificationConfigurationProps {
  readonly config: EventNotification['config'];
}

/** Renders the displayed title of a type of notifications. */
export function NotificationTypeTitle({ type: name }: { readonly type: string }): ReactNode {
  return typeTitle(name);
}

/** Shows the configuration of a notification; for an unknown type, a warning and the values by their names. */
export function NotificationConfiguration({ config }: NotificationConfigurationProps): ReactNode {
  const known = typeOf(config.type);
  const { type: _type, callback_type: callback, configuration, ...others } = config;
  if (config.type === legacyType)
    return <LegacyConfiguration callback={String(callback)} values={(configuration ?? {}) as ConfigValues} />;
  if (!known) {
    return (
      <>
        <Alert kind="warning">{words.unknownType(config.type)}</Alert>
        <ConfigurationWell fields={undefined} values={others as ConfigValues} />
      </>
    );
  }
  return (
    <Details
      rows={known.fields.map((field) => [field.label, <Value key="" field={field} value={config[field.name]} />])}
    />
  );
}

function Value({ field, value }: { readonly field: TypeField; readonly value: unknown }): ReactNode {
  const styles = useStyles();
  const none = <span className={styles.none}>{words.none}</span>;
  switch (field.kind) {
    case 'secret':
      return isStoredSecret(value) ? words.secret : none;
    case 'boolean':
      return value === true ? words.yes : words.no;
    case 'addresses':
    case 'users':
      return Array.isArray(value) && value.length > 0 ? value.map(String).join(', ') : none;
    case 'template':
    case 'lines':
      return typeof value === 'string' && value !== '' ? <pre className={styles.well}>{value}</pre> : none;
    case 'choice':
      return field.among[String(value)] ?? String(value ?? '');
    default:
      return value === undefined || value === null || value === '' ? none : String(value as string | number);
  }
}
