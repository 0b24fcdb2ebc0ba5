import { accountSections } from './account-sections.server';
import { clubSections } from './club-sections.server';
import { mailSections } from './mail-sections.server';
import type { Whose } from './queries/whose.server';
import type { Section } from './section.server';

/**
 * All that is stored about people, in the order of a report. A new column that is about somebody
 * belongs here, or is excused with a reason (X5, tests/http/personal-columns.test.ts).
 */
export const SECTIONS: readonly Section[] = [...accountSections, ...clubSections, ...mailSections];

/** Those for a user themselves, or for a member on behalf of their club. */
export const sectionsFor = (whose: Whose): readonly Section[] =>
  SECTIONS.filter(({ only }) => only !== ('member' in whose ? 'user' : 'club'));
