import { makeStyles, mergeClasses } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import { viewGrn } from '../../api/grn.js';
import { favoriteMutation } from '../../api/queries/favorites.js';
import type { ViewSummary } from '../../api/contract/views.js';
import { useConnection } from '../element/connection-context.js';
import { useToasts } from '../kit/feedback.js';
import { IconButton } from '../kit/icon-button.js';
import { FavoriteFilledIcon, FavoriteIcon } from '../kit/icons.js';
import { tokens } from '../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  star: {
    backgroundColor: 'transparent',
    ':hover': { backgroundColor: tokens.surface.hover },
    '& > svg': { fontSize: '16px' },
  },
  filled: { color: tokens.status.warning.icon, ':hover': { color: tokens.status.warning.icon } },
});

export interface FavoriteStarProps {
  readonly view: Pick<ViewSummary, 'id' | 'type' | 'favorite' | 'title'>;
  /** Called after the server has stored the change. */
  readonly onChange?: (favorite: boolean) => void;
}

/**
 * Renders the favourite button of a view; the button changes its state only after the server has stored the change
 * (screens/dashboards-sharing-alerts.md §3.4).
 */
export function FavoriteStar({ view, onChange }: FavoriteStarProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const { mutate, isPending } = useMutation(favoriteMutation(client, queryClient));
  const { favorite } = view;
  const toggle = (): void => {
    // A click while a change is pending is ignored; disabling the button instead would lose the focus.
    if (isPending) return;
    mutate(
      { grn: viewGrn(view), favorite: !favorite },
      {
        onSuccess: () => onChange?.(!favorite),
        onError: (error) =>
          toast('error', reasonOf(error), favorite ? texts.favorite.removeFailed : texts.favorite.addFailed),
      },
    );
  };
  return (
    <IconButton
      size="small"
      quiet
      label={favorite ? texts.favorite.remove : texts.favorite.add}
      aria-pressed={favorite}
      appearance="subtle"
      className={mergeClasses(styles.star, favorite && styles.filled)}
      icon={favorite ? <FavoriteFilledIcon /> : <FavoriteIcon />}
      aria-busy={isPending}
      onClick={toggle}
    />
  );
}
