import type { ReactNode } from 'react';
import { usePermission } from '../element/connection-context.js';
import { Alert } from './alert.js';
import { Link } from './link.js';
import { kitTexts } from './texts.js';

export interface EnterpriseNoticeProps {
  /** As it stands in a sentence: "group synchronization". */
  readonly feature: string;
}

/** In place of something that only the enterprise edition has (spec 1 §1). */
export function EnterpriseNotice({ feature }: EnterpriseNoticeProps): ReactNode {
  const mayRead = usePermission('licenseinfos:read');
  return (
    <Alert>
      {kitTexts.enterprise(feature)}
      {mayRead && (
        <>
          {' '}
          <Link route="/system/enterprise">{kitTexts.enterpriseLink}</Link>
        </>
      )}
    </Alert>
  );
}
