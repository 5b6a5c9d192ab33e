/**
 * Whoever reads decisions page by page is told of a journal that fails in the same words as everybody else.
 */
import { expect, test } from 'vitest';
import { JournalFailure } from '../../journal/journal.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { sampleService } from '../testing/sample-service.ts';

class FailingJournal extends MemoryJournal {
  override async *scanDecisions(...asked: Parameters<MemoryJournal['scanDecisions']>) {
    yield* super.scanDecisions(...asked);
    throw new JournalFailure('broken', 'the disk fails');
  }
}

test.for(['allDecisions', 'decisionLog'] as const)(
  'a journal that fails while %s are read is told',
  async (what) => {
    const { service, decide } = sampleService({ journal: new FailingJournal() });
    await decide();
    const pages = service[what]('farm')[Symbol.asyncIterator]();
    expect((await pages.next()).value).toHaveLength(1);
    await expect(pages.next()).rejects.toMatchObject({ code: 'HR_JOURNAL_UNAVAILABLE' });
  },
);
