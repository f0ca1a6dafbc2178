import { useInsertionEffect, type ReactNode } from 'react';
import { useEnvironment } from '../../element/environment.js';
import { adoptSheet } from '../../element/theme/sheets.js';
import { fluentSheet } from './fluent-theme.js';
import { watchShadowRoot } from './shadow-observer.js';

/** Around every Fluent part: its theme and keyboard library need something of the shadow root first. */
export function FluentScope({ children }: { readonly children: ReactNode }): ReactNode {
  const { root } = useEnvironment();
  // Insertion effects run before the layout effects in which Tabster starts.
  useInsertionEffect(() => {
    adoptSheet(root, fluentSheet());
    watchShadowRoot(root);
  }, [root]);
  return children;
}
