/**
 * A report of the service becomes the same as one from the disk.
 */
import type { ReportView } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { servedReport } from './served-report.ts';

const VIEW: ReportView = {
  id: 'paper',
  title: 'Paper',
  madeAt: '2026-05-04T09:30:00.000Z',
  fileCount: 2,
  markdown: '# Paper\n\nShort.\n\n## Part\n\n**Title**\n\n![It rises.](figures/a.png)\n',
  figures: [{ path: 'figures/a.png', type: 'image/svg+xml', data: 'PHN2Zy8+' }],
};

describe('servedReport', () => {
  it('has its pictures under the paths that the text names', () => {
    const { content, pictures } = servedReport(VIEW)!;
    expect(content.sections[0]!.blocks).toMatchObject([{ kind: 'figure', path: 'figures/a.png' }]);
    expect(pictures.get('figures/a.png')).toBe('data:image/svg+xml;base64,PHN2Zy8+');
  });

  it('is nothing where the text is not what the lab writes', () => {
    expect(servedReport({ ...VIEW, markdown: 'words' })).toBeNull();
  });
});
