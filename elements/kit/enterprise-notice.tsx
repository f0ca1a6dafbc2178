import type { ReactNode } from 'react';
import { usePermission } from '../element/connection-context.js';
import { Alert } from './alert.js';
import { Link } from './link.js';

/** Texts of this notice, separate from the common texts of the kit, so that other pages do not load them. */
const texts = {
  needs: (feature: string): string =>
    `To use the ${feature} functionality you need the enterprise license and the enterprise plugin.`,
  link: 'About the enterprise edition',
} as const;

export interface EnterpriseNoticeProps {
  /** Name of the feature as within a sentence, such as "group synchronization". */
  readonly feature: string;
}

/** Renders a notice in place of a feature that only the enterprise edition has (spec 1 §1). */
export function EnterpriseNotice({ feature }: EnterpriseNoticeProps): ReactNode {
  const mayRead = usePermission('licenseinfos:read');
  return (
    <Alert>
      {texts.needs(feature)}
      {mayRead && (
        <>
          {' '}
          <Link route="/system/enterprise">{texts.link}</Link>
        </>
      )}
    </Alert>
  );
}
