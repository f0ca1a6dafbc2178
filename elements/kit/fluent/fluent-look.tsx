import { useInsertionEffect, type ReactNode } from 'react';
import { useEnvironment } from '../../element/environment.js';
import { adoptSheet } from '../../element/theme/sheets.js';
import { fluentSheet } from './fluent-theme.js';

/** Wraps a Fluent component that does not move the focus: adds Fluent's theme but not the keyboard library. */
export function FluentLook({ children }: { readonly children: ReactNode }): ReactNode {
  const { root } = useEnvironment();
  useInsertionEffect(() => {
    adoptSheet(root, fluentSheet());
  }, [root]);
  return children;
}
