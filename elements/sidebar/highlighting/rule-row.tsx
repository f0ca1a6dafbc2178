import { makeStyles } from '@griffel/react';
import type { HighlightingRule } from '../../../api/contract/views.schema.js';
import { markColors } from '../../kit/color-contrast.js';
import { ColorSwatch } from '../../kit/color-swatch.js';
import { scaleImage } from '../../kit/color-scales.js';
import { IconButton } from '../../kit/icon-button.js';
import { DeleteIcon, EditIcon, ErrorIcon } from '../../kit/icons.js';
import { space, tokens, type as textType } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { colorProblem, ruleText } from './rule-text.js';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: `${space.m}px`, minWidth: 0, minHeight: '32px' },
  swatch: {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: '20px',
    height: '20px',
    padding: 0,
    borderRadius: tokens.radius.control,
    border: `1px solid ${tokens.border.default}`,
    backgroundColor: 'transparent',
    color: tokens.status.danger.icon,
    fontSize: '16px',
    lineHeight: 0,
    forcedColorAdjust: 'none',
  },
  text: {
    flexGrow: 1,
    minWidth: 0,
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    ...textType.logSmall,
    color: tokens.text.primary,
  },
  actions: { flexShrink: 0, display: 'flex' },
});

export interface RuleRowProps {
  readonly rule: HighlightingRule;
  readonly readOnly: boolean;
  /** Changes the colour of a rule that has a single colour. */
  readonly onColor: (color: string) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Renders a row of one rule: colour, condition, edit and delete buttons. */
export function RuleRow({ rule, readOnly, onColor, onEdit, onRemove }: RuleRowProps) {
  const styles = useStyles();
  const text = ruleText(rule);
  return (
    <div className={styles.row}>
      <RuleSwatch rule={rule} readOnly={readOnly} onColor={onColor} />
      <span className={styles.text} title={text}>
        {text}
      </span>
      {!readOnly && (
        <span className={styles.actions}>
          <IconButton label={texts.highlighting.edit(text)} icon={<EditIcon />} size="small" quiet onClick={onEdit} />
          <IconButton
            label={texts.highlighting.remove(text)}
            icon={<DeleteIcon />}
            size="small"
            quiet
            onClick={onRemove}
          />
        </span>
      )}
    </div>
  );
}

function RuleSwatch({ rule, readOnly, onColor }: Pick<RuleRowProps, 'rule' | 'readOnly' | 'onColor'>) {
  const styles = useStyles();
  const { color } = rule;
  const problem = colorProblem(rule);
  if (problem !== undefined) {
    return (
      <span role="img" className={styles.swatch} aria-label={problem} title={problem}>
        <ErrorIcon />
      </span>
    );
  }
  if (typeof color !== 'string' && color.type === 'gradient') {
    return (
      <span
        role="img"
        className={styles.swatch}
        aria-label={`${texts.highlighting.gradient} ${color.gradient}`}
        title={`${color.gradient}: ${color.lower} – ${color.upper}`}
        style={{ backgroundImage: scaleImage(color.gradient) }}
      />
    );
  }
  const hex = typeof color === 'string' ? color : color.color;
  const shown = markColors(hex).backgroundColor;
  const label = texts.highlighting.color(ruleText(rule));
  return <ColorSwatch label={label} color={hex} shown={shown} onColor={readOnly ? undefined : onColor} />;
}
