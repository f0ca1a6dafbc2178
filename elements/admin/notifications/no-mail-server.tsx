/** Warns in the form of an e-mail notification that e-mail cannot be sent yet; the notification can be saved. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mailSettingsQuery } from '../../../api/queries/mail-settings.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { texts } from './texts.js';

/**
 * Renders nothing if e-mail is set up, for users who may not see the mail settings, and on servers that do not store
 * them.
 */
export function NoMailServer(): ReactNode {
  const { client } = useConnection();
  const maySee = usePermission('clusterconfigentry:edit');
  const { data } = useQuery({ ...mailSettingsQuery(client), enabled: maySee });
  return data && (data.source === 'none' || !data.enabled) ? (
    <Alert kind="warning">{texts.form.noMailServer}</Alert>
  ) : null;
}
