/** The head of a plain table: one row of names of columns. */
import type { ReactNode } from 'react';

/** @param labels all different */
export function ColumnHeads({ labels }: { readonly labels: readonly string[] }): ReactNode {
  return (
    <thead>
      <tr>
        {labels.map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
