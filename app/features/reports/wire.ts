import { z } from 'zod';
import { only } from '~/doors/wire';
import { Pieces } from '~/kernel/pieces.server';
import type { ReportFile } from './report.server';
import { BACKUPS, controllerOf, NO_PROFILES, RECEIVERS, RIGHTS } from './wording';

/** Reports as the API and files spell them (S1). */

const section = z.object({
  /** As in the file of own data. */
  name: z.string(),
  title: z.string(),
  purpose: z.string(),
  legalBasis: z.string(),
  origin: z.string(),
  storage: z.string(),
  note: z.string().nullable(),
  /** The newest first. */
  entries: z.array(z.record(z.string(), z.unknown())),
  /** True if there are older ones. */
  more: z.boolean(),
});

export const report = z
  .object({
    about: z.string(),
    /** Null for a user's own report. */
    club: z.string().nullable(),
    controller: z.string(),
    limits: z.string(),
    sections: z.array(section),
    receivers: z.array(z.string()),
    automatedDecisions: z.string(),
    backups: z.string(),
    rights: z.array(z.string()),
  })
  .meta({ id: 'Report' });

/** With its entries in pieces: a report may be long. */
export function reportToWire({ about, club, limits, sections }: ReportFile) {
  return {
    about,
    club,
    controller: controllerOf(club),
    limits,
    sections: sections.map(({ basis, entries, ...rest }) =>
      only(section)({ ...rest, legalBasis: basis, entries: Pieces.of(entries) }),
    ),
    receivers: [...RECEIVERS],
    automatedDecisions: NO_PROFILES,
    backups: BACKUPS,
    rights: [...RIGHTS],
  };
}
