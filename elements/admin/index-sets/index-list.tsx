/**
 * Renders the list of the indices in an index set; the details of all expanded indices that are not closed are loaded
 * with one request (screens/data-intake.md D4).
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IndexOverviewItem } from '../../../api/contract/indices.js';
import { indicesQuery } from '../../../api/queries/index-set-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { CardList } from '../../kit/configured/configured-card.js';
import { IndexCard } from './index-card.js';

export interface IndexListProps {
  readonly indices: readonly IndexOverviewItem[];
  readonly setId: string;
}

export function IndexList({ indices, setId }: IndexListProps): ReactNode {
  const { client } = useConnection();
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const isOpen = ({ index_name: name, is_deflector: isActive }: IndexOverviewItem): boolean => chosen[name] ?? isActive;
  const requested = indices.filter((index) => isOpen(index) && !index.is_closed).map(({ index_name: name }) => name);
  const { data, isPending, isPlaceholderData } = useQuery({
    ...indicesQuery(client, requested),
    placeholderData: keepPreviousData,
  });
  return (
    <CardList within>
      {indices.map((index) => {
        const { index_name: name } = index;
        return (
          <IndexCard
            key={name}
            index={index}
            setId={setId}
            isOpen={isOpen(index)}
            onOpen={(open) => setChosen({ ...chosen, [name]: open })}
            info={data?.find((info) => info.index_name === name)}
            isAsked={requested.includes(name) && (isPending || isPlaceholderData)}
          />
        );
      })}
    </CardList>
  );
}
