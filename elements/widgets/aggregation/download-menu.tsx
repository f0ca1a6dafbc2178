import type { RefObject } from 'react';
import { pivotCsv } from '../../../machines/pivot/csv.js';
import { ContextMenu } from '../../kit/menu.js';
import { saveFile } from '../../kit/save-file.js';
import type { AggregationConfig, PivotResult } from '../faces.js';
import { laterTexts } from '../later-texts.js';
import { pictureOf } from './picture.js';

export interface DownloadMenuProps {
  readonly target: HTMLElement;
  readonly title: string;
  readonly result: PivotResult;
  readonly config: AggregationConfig;
  readonly body: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Renders a menu that downloads the shown result as an image or as its values. */
export function DownloadMenu({ target, title, result, config, body, onClose }: DownloadMenuProps) {
  const name = title.replace(/[\\/:*?"<>|\s]+/g, ' ').trim() || 'chart';
  const saveImage = () => {
    if (!body.current) return;
    pictureOf(body.current, title).toBlob((blob) => blob && saveFile({ blob, fileName: `${name}.png` }), 'image/png');
  };
  return (
    <ContextMenu
      target={target}
      label={laterTexts.download}
      entries={[
        { key: 'png', label: laterTexts.downloadImage, onSelect: saveImage },
        {
          key: 'csv',
          label: laterTexts.downloadValues,
          onSelect: () =>
            saveFile({
              blob: new Blob([pivotCsv(result, config)], { type: 'text/csv;charset=utf-8' }),
              fileName: `${name}.csv`,
            }),
        },
      ]}
      onClose={onClose}
    />
  );
}
