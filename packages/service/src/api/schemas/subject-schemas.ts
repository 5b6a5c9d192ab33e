/**
 * Subjects: what is decided about again and again, as callers register them and see them.
 */
import { z } from 'zod';
import { SUBJECT_COUNT_MAX } from '../../decisions/commands/subject-commands.ts';
import type {
  RegisterChange,
  SiteStanding,
  SitesView,
  Subject,
  SubjectReply,
  SubjectRequest,
  SubjectsRequest,
  SubjectsView,
} from '../../wire.ts';
import { counts } from './policy-schemas.ts';
import { named } from './schema-registry.ts';
import { ACTION_COUNT_MAX, BLOCK_COUNT_MAX, DIMENSION_MAX, NOTE_COUNT_MAX } from './size-limits.ts';
import { name, policyId, reason, subjectName, termName, time } from './text-schemas.ts';

const fixedContext = z
  .record(name, z.union([z.number(), name]))
  .refine((context) => Object.keys(context).length <= DIMENSION_MAX, 'expected fewer variables');

const notes = z
  .record(z.string().min(1).max(64), z.union([z.number(), z.string().max(1000)]))
  .refine(
    (given) => Object.keys(given).length <= NOTE_COUNT_MAX,
    `expected at most ${NOTE_COUNT_MAX} notes`,
  );

const subjectShape = {
  size: z.number().gt(0).exactOptional(),
  site: termName.exactOptional(),
  baseline: name.exactOptional(),
  context: fixedContext.exactOptional(),
  allowed: z.array(name).min(1).max(ACTION_COUNT_MAX).exactOptional(),
  divisible: z.boolean().exactOptional(),
  blocks: z.int().min(1).max(BLOCK_COUNT_MAX).exactOptional(),
  notes: notes.exactOptional(),
};

const subject: z.ZodType<Subject> = named(
  'Subject',
  z.strictObject({ name: subjectName, ...subjectShape }),
  {
    description:
      'A field, a shop, a ward. Decisions that name it take from it what they leave open. `notes` are for people.',
    examples: [{ name: 'North 40', size: 16.2, site: 'oak', baseline: 'local' }],
  },
);

const changeShape = {
  reason: reason.exactOptional(),
  revision: z.int().min(0).exactOptional(),
};

export const subjectsRequest: z.ZodType<SubjectsRequest> = named(
  'SubjectsRequest',
  z.strictObject({ subjects: z.array(subject).max(SUBJECT_COUNT_MAX), ...changeShape }),
  {
    description:
      'All subjects: what is not in the list leaves the register. With `revision` nothing is changed if somebody else has changed the register since.',
    examples: [{ subjects: [{ name: 'North 40', size: 16.2 }], revision: 3 }],
  },
);

export const subjectRequest: z.ZodType<SubjectRequest> = named(
  'SubjectRequest',
  z.strictObject({ subject: z.strictObject(subjectShape), ...changeShape }),
  { examples: [{ subject: { size: 16.2, site: 'oak', baseline: 'local' } }] },
);

export const registerChange: z.ZodType<RegisterChange> = named(
  'RegisterChange',
  z.strictObject(changeShape),
  { examples: [{ reason: 'The lease ended.' }] },
);

export const subjectsView: z.ZodType<SubjectsView> = named(
  'SubjectsView',
  z.strictObject({ policy: policyId, subjects: z.array(subject), revision: z.int().min(0) }),
  { description: 'In the order in which they were first named.' },
);

export const subjectReply: z.ZodType<SubjectReply> = named(
  'SubjectReply',
  z.strictObject({
    policy: policyId,
    name: subjectName,
    outcome: z.enum(['recorded', 'repeated']),
    revision: z.int().min(0),
  }),
);

const siteStanding: z.ZodType<SiteStanding> = named(
  'SiteStanding',
  z.strictObject({
    site: z.string().nullable(),
    margin: z.number().nullable(),
    counts,
    size: z.number(),
    triedSize: z.number(),
    subjects: z.int().min(0),
    lastDecisionAt: time.nullable(),
  }),
  { description: 'One site in the present generation; `site` is null for what names none.' },
);

export const sitesView: z.ZodType<SitesView> = named(
  'SitesView',
  z.strictObject({
    policy: policyId,
    generation: z.int().min(1),
    unit: z.string(),
    sites: z.array(siteStanding),
  }),
);
