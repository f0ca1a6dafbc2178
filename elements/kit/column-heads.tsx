/** Renders the header row with the column names of a plain table. */
import type { ReactNode } from 'react';

/** @param labels column names, which must be distinct */
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
